"""Verifies an exported audit log with nothing but Python: verify-audit-export.py FILE [PUBLIC-KEY-HEX]"""
import base64, hashlib, json, struct, sys
P, D = 2**255 - 19, -121665 * pow(121666, -1, 2**255 - 19) % (2**255 - 19)

def add(a, b):  # Points of Ed25519, affine.
    (x, y), (u, v), k = a, b, D * a[0] * b[0] * a[1] * b[1] % P
    return (x * v + u * y) * pow(1 + k, -1, P) % P, (y * v + x * u) * pow(1 - k, -1, P) % P
def times(n, point):
    total = (0, 1)
    while n:
        total, point, n = add(total, point) if n & 1 else total, add(point, point), n >> 1
    return total
def point(data):
    number = int.from_bytes(data, "little")
    y, odd = number % 2**255, number >> 255
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    x = x if (x * x - square) % P == 0 else x * pow(2, (P - 1) // 4, P) % P
    return (P - x if x % 2 != odd else x), y
def signed(key, message, signature):
    r, s, base = signature[:32], int.from_bytes(signature[32:], "little"), point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
    h = int.from_bytes(hashlib.sha512(r + key + message).digest(), "little")
    return times(s, base) == add(point(r), times(h, point(key)))

opening, *records, end = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
head, log, number, previous = end["head"], bytes.fromhex(opening["log"]), opening["first"], bytes.fromhex(opening["previous"])
for record in records:
    header, sealed = base64.b64decode(record["header"]), base64.b64decode(record["sealed"])
    expected = (b"BBA1", log, number, previous)
    if record["number"] != number or expected != struct.unpack(">4sx16sQ16x32s", header):
        sys.exit(f"record {number} does not follow the one before")
    previous, number = hashlib.sha256(header + sealed).digest(), number + 1
    if previous.hex() != record["hash"]:
        sys.exit(f"record {number - 1} was changed")
if (head["log"], head["first"], head["number"], head["hash"]) != (log.hex(), opening["first"], number - 1, previous.hex()):
    sys.exit("the head is not the one of these records")
message = b"backbone-audit-head-1\n" + log + struct.pack(">QQ", head["first"], head["number"]) + previous
if end["signer"] != (sys.argv[2:] or [end["signer"]])[0] or not signed(bytes.fromhex(end["signer"]), message, base64.b64decode(end["signature"])):
    sys.exit("the head was not signed by that key")
print(f"whole: {len(records)} records, signed by {end['signer']}")
