import { plainText } from '../base/plain-text.ts';
import { type AuditEntry, auditEntry } from '../contract/audit.ts';

/** Bounds of an entry. What is longer is cut with `…`: a hostile text must not keep an act from being recorded. */
const longestText = 2000;
const mostLines = 200;
const mostDetails = 32;

/** No control character at all: a line break or a tab in a single text becomes a blank. */
function bounded(text: string, redact: (text: string) => string): string {
  const plain = redact(plainText(text).replace(/[\n\t]/g, ' '));
  return plain.length <= longestText ? plain : `${[...plain].slice(0, longestText - 1).join('')}…`;
}

function plainDetails(
  details: AuditEntry['details'],
  text: (value: string) => string,
): AuditEntry['details'] {
  const plain: AuditEntry['details'] = {};
  for (const [name, value] of Object.entries(details).slice(0, mostDetails)) {
    if (typeof value === 'string') plain[name] = text(value);
    else plain[name] = Array.isArray(value) ? value.slice(0, mostLines).map(text) : value;
  }
  return plain;
}

/**
 * The bytes that are sealed for an entry: JSON with every text redacted, plain and bounded.
 * @throws a ZodError when the caller hands over something that is no entry: a bug.
 */
export function encodeEntry(entry: AuditEntry, redact: (text: string) => string): Buffer {
  const { kind, actor, agent, launch, details } = auditEntry.parse(entry);
  const text = (value: string): string => bounded(value, redact);
  const plain: AuditEntry = {
    kind,
    actor: { door: actor.door, name: actor.name === null ? null : text(actor.name) },
    agent: agent === null ? null : { id: text(agent.id), name: text(agent.name) },
    launch: launch === null ? null : text(launch),
    details: plainDetails(details, text),
  };
  return Buffer.from(JSON.stringify(plain));
}

/** Null when the bytes are no entry that this version knows. */
export function decodeEntry(bytes: Uint8Array): AuditEntry | null {
  try {
    return auditEntry.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    // They were opened with the right key, so a newer version of ours wrote them.
    return null;
  }
}
