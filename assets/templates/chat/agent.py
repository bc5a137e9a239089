"""A chat on the terminal. Ends with Ctrl-D, an empty line, or the end of its input."""

import sys

from backbone_keys import agent_name, how_to_give
from model import KEY, NoAnswer, ask, can_ask


def main():
    if not can_ask():
        print(how_to_give(KEY), file=sys.stderr)
        return 3
    prompt = "> " if sys.stdin.isatty() else ""
    if prompt:
        print(f"{agent_name()} listens. An empty line ends the chat.")
    messages = []
    while True:
        try:
            line = input(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            return 0
        if not line:
            return 0
        messages.append({"role": "user", "content": line})
        try:
            answer = ask(messages)
        except NoAnswer as failure:
            print(failure, file=sys.stderr)
            messages.pop()
            if not prompt:
                return 1
            continue
        messages.append({"role": "assistant", "content": answer})
        print(answer)


if __name__ == "__main__":
    sys.exit(main())
