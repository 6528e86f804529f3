#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every text of a knot's card has its words in each language of the page. Needs neither node nor a browser.

    python3 scripts/test_card_words.py

The texts are the same as in web/tests/words.test.ts: use, sequence, warning and mistakes of each card in data/knots and
examples, and the notes of its steps. That test also looks at lessons and at words that nobody says.

Exit status 1 and a line for each text without words."""
import glob
import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def texts():
    """Each text of the cards with the file that says it first."""
    found = {}
    for folder in ("data/knots", "examples"):
        for path in sorted(glob.glob(os.path.join(ROOT, folder, "**", "*.json"), recursive=True)):
            scene = load(path)
            if not isinstance(scene, dict) or "knot" not in scene:
                continue
            said = [scene["knot"].get(key) for key in ("use", "sequence", "warning", "mistakes")]
            said += [step.get("note") for step in scene.get("script", [])]
            for text in said:
                if isinstance(text, str) and text:
                    found.setdefault(text, os.path.relpath(path, ROOT))
    return found


def main():
    all_texts = texts()
    dictionaries = sorted(glob.glob(os.path.join(ROOT, "web/src/words/*/cards.json")))
    faults = 0
    for path in dictionaries:
        words = load(path)
        for text, source in all_texts.items():
            if not words.get(text):
                print(f'{os.path.relpath(path, ROOT)}: no words for "{text}" of {source}')
                faults += 1
    if len(all_texts) < 100 or not dictionaries:
        print(f"{len(all_texts)} texts and {len(dictionaries)} languages found: the wrong folder?")
        faults += 1
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
