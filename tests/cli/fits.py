"""fits.py - whether a value fits a schema of docs/schema/*.json, JSON Schema 2020-12.

The checker knows the words they use and no others: a word it does not know fails the test, so
nothing is left unchecked in silence. That is a screenful, and no package has to be installed."""
import json
import os
import re

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")
TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int, "number": (int, float),
}
WORDS = {
    "type", "properties", "required", "additionalProperties", "items", "enum", "pattern",
    "minimum", "anyOf", "$ref", "description",
}


def schemas(name):
    with open(os.path.join(ROOT, "docs", "schema", f"{name}.json"), encoding="utf-8") as file:
        return json.load(file)["$defs"]


def is_a(value, name):
    kinds = TYPES[name]
    return isinstance(value, kinds) and (name == "boolean" or not isinstance(value, bool))


def fits(value, schema, defs, at="answer"):
    assert set(schema) <= WORDS, (at, set(schema) - WORDS)
    if "$ref" in schema:
        fits(value, defs[schema["$ref"].removeprefix("#/$defs/")], defs, at)
    if "anyOf" in schema:
        assert any(is_fit(value, one, defs) for one in schema["anyOf"]), (at, value)
    names = schema.get("type", [])
    names = [names] if isinstance(names, str) else names
    assert not names or any(is_a(value, name) for name in names), (at, names, value)
    assert "enum" not in schema or value in schema["enum"], (at, value)
    assert "pattern" not in schema or re.search(schema["pattern"], value), (at, value)
    assert "minimum" not in schema or value >= schema["minimum"], (at, value)
    if isinstance(value, list) and "items" in schema:
        for i, one in enumerate(value):
            fits(one, schema["items"], defs, f"{at}[{i}]")
    if isinstance(value, dict):
        known = schema.get("properties", {})
        missing = set(schema.get("required", [])) - set(value)
        assert not missing, (at, "lacks", missing)
        stray = set(value) - set(known)
        assert schema.get("additionalProperties", True) or not stray, (at, "also has", stray)
        for key in set(value) & set(known):
            fits(value[key], known[key], defs, f"{at}.{key}")


def is_fit(value, schema, defs):
    try:
        fits(value, schema, defs)
    except AssertionError:
        return False
    return True
