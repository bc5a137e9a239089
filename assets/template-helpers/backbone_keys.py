"""Finds the keys that a person allowed, wherever Backbone put them."""

import json
import os

_document = None


def _from_descriptor(name):
    """The descriptor can be read once, so what it holds is remembered."""
    global _document
    number = os.environ.get("BACKBONE_SECRETS_FD")
    if number is None:
        return None
    if _document is None:
        with os.fdopen(int(number), "r", encoding="utf-8") as stream:
            _document = json.load(stream)
    return _document["keys"].get(name)


def _from_file(name):
    folder = os.environ.get("CREDENTIALS_DIRECTORY")
    if folder is None:
        return None
    try:
        with open(os.path.join(folder, name), encoding="utf-8") as stream:
            return stream.read()
    except FileNotFoundError:
        return None


def key(name):
    """The value of a key, or None when this run was not given it."""
    return _from_descriptor(name) or _from_file(name) or os.environ.get(name) or None


def how_to_give(name):
    return f"{name} is missing. Keep it with: backbone key add {name}"


def agent_name():
    """The name of this agent, from agent.json, on one line fit for a terminal."""
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "agent.json"), encoding="utf-8") as stream:
        name = json.load(stream)["name"]
    return "".join(letter if letter.isprintable() else " " for letter in name)
