#!/usr/bin/env python3
"""Writes the table of the page's emoji picker: emoji, names and short codes, by Unicode's groups.

    apt-get install unicode-data
    Scripts/emoji.py > Sources/MartletPage/Page/emoji-names.js

It reads Unicode's emoji-test.txt. Left out are skin tones, and the variants of a person as a man or
a woman. Flags of countries are only their letters: the browser knows the names of countries.
"""

import re
import sys

SOURCE = "/usr/share/unicode/emoji/emoji-test.txt"
GROUPS = {
    "Smileys & Emotion": "Smileys",
    "People & Body": "People",
    "Animals & Nature": "Nature",
    "Food & Drink": "Food",
    "Travel & Places": "Travel",
    "Activities": "Activities",
    "Objects": "Objects",
    "Symbols": "Symbols",
    "Flags": "Flags",
}

# Short codes that many chats share and whose words are not in Unicode's name.
CODES = {
    "😄": "smile", "😃": "smiley", "😆": "laughing lol", "😂": "joy lol", "🤣": "rofl", "😅": "sweat_smile", "😊": "blush",
    "😍": "heart_eyes", "😘": "kissing_heart", "😎": "sunglasses cool", "🤔": "thinking", "😉": "wink", "😢": "cry sad",
    "😭": "sob", "😱": "scream", "😡": "rage", "😠": "angry", "😮": "open_mouth wow", "😐": "neutral_face", "🙄": "eye_roll",
    "😜": "stuck_out_tongue", "😇": "innocent", "🥳": "partying", "🙂": "slight_smile", "🙃": "upside_down", "😬": "grimacing",
    "❤️": "heart love", "💔": "broken_heart", "👍": "+1 thumbsup yes ok", "👎": "-1 thumbsdown no", "👌": "ok_hand", "👏": "clap",
    "🙏": "pray thanks please", "👋": "wave hello hi bye", "💪": "muscle strong", "🤷": "shrug", "🤦": "facepalm", "👀": "eyes look",
    "🔥": "fire lit", "🎉": "tada party", "🎊": "confetti", "💯": "100", "✨": "sparkles", "⭐": "star", "🚀": "rocket ship_it",
    "✅": "white_check_mark done", "❌": "x no", "⚠️": "warning", "💩": "poop", "💡": "bulb idea", "🐛": "bug", "🎂": "birthday cake",
    "☕": "coffee", "🍺": "beer", "🍻": "beers cheers", "🥂": "cheers", "🍕": "pizza", "🎁": "gift present", "📎": "attachment",
    "🆗": "ok", "❓": "question", "❗": "exclamation", "➕": "plus", "🏳️‍🌈": "pride", "🤝": "deal", "🫡": "yes_sir", "🚢": "ship_it",
    "🤯": "mind_blown", "🥺": "please", "😴": "sleep", "🤒": "sick", "☀️": "sunny", "🌧️": "rain", "⏰": "alarm", "🔒": "lock", "🏠": "home",
}


def is_left_out(emoji, name):
    if any(0x1F3FB <= ord(letter) <= 0x1F3FF for letter in emoji):
        return True
    # ♂ and ♀ behind a joiner, and a man or a woman joined with a thing.
    return re.search("\u200d[♂♀]|^[👨👩]\u200d(?![👨👩👧👦❤])", emoji) is not None or "family: " in name


def flag(emoji):
    """The letters of a country's flag, or None."""
    letters = [ord(letter) - 0x1F1E6 for letter in emoji]
    return "".join(chr(65 + letter) for letter in letters) if all(0 <= letter < 26 for letter in letters) else None


def main():
    groups, flags = {}, []
    for line in open(sys.argv[1] if len(sys.argv) > 1 else SOURCE, encoding="utf-8"):
        if line.startswith("# group: "):
            lines = groups.setdefault(GROUPS.get(line[9:].strip()), [])
        found = re.match(r"[0-9A-F ]+; fully-qualified +# (\S+) E[\d.]+ (.+)$", line)
        if not found:
            continue
        emoji, name = found.groups()
        if flag(emoji):
            flags.append(flag(emoji))
        elif not is_left_out(emoji, name):
            name = name.replace("“", "").replace("”", "").replace("’", "").replace("⊛ ", "").replace("!", "").lower()
            codes = CODES.get(emoji)
            lines.append(f"{emoji} {name}{f'|{codes}' if codes else ''}")
    groups.pop(None, None)
    print("// Emoji by Unicode's groups: one a line, its name, and after “|” short codes. `countries` are")
    print("// the letters of flags. Written by Scripts/emoji.py from emoji-test.txt; do not edit it.\n")
    print("export const groups = {")
    for title, lines in groups.items():
        print(f"  {title}: `" + "\n".join(lines) + "`,")
    print("};")
    print(f'\nexport const countries = "{" ".join(flags)}";')


main()
