"""Asks a model of Anthropic, with the standard library alone."""

import json
import os
import urllib.error
import urllib.request

from backbone_keys import how_to_give, key

KEY = "ANTHROPIC_API_KEY"


class NoAnswer(Exception):
    """One line for people: why the model did not answer."""


def can_ask():
    return key(KEY) is not None


def instructions():
    """The personality that came with the lock."""
    parts = [os.environ.get("AGENT_SYSTEM_PROMPT", "")]
    tone = os.environ.get("AGENT_TONE", "")
    if tone:
        parts.append(f"Tone: {tone}")
    return "\n".join(part for part in parts if part)


def printable(text):
    """Text of others cannot send commands to the terminal."""
    return "".join(letter if letter.isprintable() or letter == "\n" else " " for letter in text)


def ask(messages, system=""):
    """The answer as text fit for a terminal. `messages` is a list of {"role": ..., "content": ...}. Raises NoAnswer."""
    secret = key(KEY)
    if secret is None:
        raise NoAnswer(how_to_give(KEY))
    base = os.environ.get("ANTHROPIC_BASE_URL", "https://api.anthropic.com")
    body = {
        "model": os.environ.get("ANTHROPIC_MODEL", "claude-sonnet-4-5"),
        "max_tokens": 2000,
        "messages": messages,
    }
    whole = "\n\n".join(part for part in (instructions(), system) if part)
    if whole:
        body["system"] = whole
    request = urllib.request.Request(
        f"{base}/v1/messages",
        data=json.dumps(body).encode(),
        headers={
            "content-type": "application/json",
            "anthropic-version": "2023-06-01",
            "x-api-key": secret,
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=120) as answer:
            found = json.load(answer)
    except urllib.error.HTTPError as error:
        raise NoAnswer(f"The model refused (HTTP {error.code}).") from None
    except (OSError, ValueError):
        raise NoAnswer("The model cannot be reached. Is there a network?") from None
    return printable("".join(part.get("text", "") for part in found.get("content", [])))
