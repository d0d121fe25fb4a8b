#!/usr/bin/env python3
"""Writes the tables of the page's emoji picker, and the terminal's.

    apt-get install unicode-data unicode-cldr-core
    Scripts/emoji.py > Sources/MartletPage/Page/emoji-names.js
    Scripts/emoji.py de > Sources/MartletPage/Page/emoji-names-de.js
    Scripts/emoji.py --terminal     writes the terminal's table from emoji-names.js
    Scripts/emoji.py --check        fails if the terminal's table is not that of the page

The first has the emoji, their English names and short codes, by Unicode's groups (emoji-test.txt).
Left out are skin tones, and the variants of a person as a man or a woman. Flags of countries are only
their letters: the browser knows the names of countries. The second has the names and the keywords
in another language (the annotations of Unicode's CLDR). An emoji that CLDR does not know is left out.
"""

import re
import sys
import textwrap
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/MartletPage/Page/emoji-names.js"
TERMINAL = ROOT / "Sources/ChatTerminal/Text/EmojiTable.swift"
SOURCE = "/usr/share/unicode/emoji/emoji-test.txt"
CLDR = "/usr/share/unicode/cldr/common"
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


def table():
    """For each group the emoji with their English names, and the letters of the flags."""
    groups, flags = {}, []
    for line in open(SOURCE, encoding="utf-8"):
        if line.startswith("# group: "):
            emoji_of_group = groups.setdefault(GROUPS.get(line[9:].strip()), [])
        found = re.match(r"[0-9A-F ]+; fully-qualified +# (\S+) E[\d.]+ (.+)$", line)
        if not found:
            continue
        emoji, name = found.groups()
        if flag(emoji):
            flags.append(flag(emoji))
        elif not is_left_out(emoji, name):
            name = name.replace("“", "").replace("”", "").replace("’", "").replace("⊛ ", "").replace("!", "").lower()
            emoji_of_group.append((emoji, name))
    groups.pop(None, None)
    return groups, flags


def words(text):
    return re.findall(r"\w+", text)


def annotations(tag):
    """The name and the keywords of each emoji in a language. CLDR has emoji without their variation selector."""
    names, keywords = {}, {}
    for folder in ("annotations", "annotationsDerived"):
        for entry in xml.etree.ElementTree.parse(f"{CLDR}/{folder}/{tag}.xml").iter("annotation"):
            if entry.get("type") == "tts":
                names[entry.get("cp")] = entry.text
            else:
                keywords[entry.get("cp")] = entry.text.split("|")
    return names, keywords


def write_names():
    groups, flags = table()
    print("// Emoji by Unicode's groups: one a line, its name, and after “|” short codes. `countries` are")
    print("// the letters of flags. Written by Scripts/emoji.py from emoji-test.txt; do not edit it.\n")
    print("export const groups = {")
    for title, emoji in groups.items():
        lines = [f"{sign} {name}{f'|{CODES[sign]}' if sign in CODES else ''}" for sign, name in emoji]
        print(f"  {title}: `" + "\n".join(lines) + "`,")
    print("};")
    print(f'\nexport const countries = "{" ".join(flags)}";')


def write_translation(tag):
    names, keywords = annotations(tag)
    print("// Emoji in another language: one a line, its name, and after “|” the keywords that are not in it.")
    print(f"// Written by Scripts/emoji.py {tag} from Unicode's CLDR; do not edit it.\n")
    lines = []
    for emoji_of_group in table()[0].values():
        for sign, _ in emoji_of_group:
            plain = sign.replace("\ufe0f", "")
            if plain not in names:
                continue
            said = set(words(names[plain].lower()))
            more = dict.fromkeys(word for key in keywords.get(plain, []) for word in words(key) if word.lower() not in said)
            lines.append(f"{sign} {names[plain]}{'|' + ' '.join(more) if more else ''}")
    print("export default `" + "\n".join(lines) + "`;")


def terminal_table():
    """The terminal's table: what the page has, on the same lines."""
    page = PAGE.read_text(encoding="utf-8")
    lines = "\n".join(re.findall(r"^  \w+: `(.+?)`,$", page, re.MULTILINE | re.DOTALL))
    countries = re.search(r'^export const countries = "(.+)";$', page, re.MULTILINE)[1]
    folded = textwrap.fill(countries, 90).replace("\n", " \\\n        ")
    return f'''// Written by Scripts/emoji.py --terminal from the page's emoji-names.js; do not edit it.

/// The emoji and their names.
enum EmojiTable {{
    /// One a line: the emoji, its name, and after “|” short codes.
    static let names = """
{textwrap.indent(lines, "        ")}
        """

    /// The letters of the flags of countries.
    static let countries = """
        {folded}
        """
}}
'''


if sys.argv[1:] == ["--terminal"]:
    TERMINAL.write_text(terminal_table(), encoding="utf-8")
elif sys.argv[1:] == ["--check"]:
    if TERMINAL.read_text(encoding="utf-8") != terminal_table():
        sys.exit(f"{TERMINAL.relative_to(ROOT)} is not the page's table. Run Scripts/emoji.py --terminal.")
elif len(sys.argv) > 1:
    write_translation(sys.argv[1])
else:
    write_names()
