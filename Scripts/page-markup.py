#!/usr/bin/env python3
"""Prints what is in the page's body as JSON: [tag, attributes, child, …], or a text. The element
`<martlet-chat>` makes its elements of it, so that no site needs to allow it to parse markup."""

import json
import sys
from html.parser import HTMLParser

VOID = {"img", "input", "path", "circle", "use", "br", "link", "meta"}


class Body(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open = []
        self.body = None

    def handle_starttag(self, tag, attributes):
        # Their case is lost, and counts in SVG.
        names = {"viewbox": "viewBox"}
        node = [tag, {names.get(name, name): value or "" for name, value in attributes}]
        if tag == "body":
            self.body = node
        elif self.open and tag != "noscript":
            self.open[-1].append(node)
        if tag == "body" or (self.open and tag not in VOID):
            self.open.append(node)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if self.open and tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or tag in VOID:
            return
        open_tag = self.open.pop()[0]
        if open_tag != tag:
            sys.exit(f"index.html closes {tag} in {open_tag}, in line {self.getpos()[0]}.")

    def handle_data(self, data):
        # Indentation shows nothing.
        if self.open and (data.strip() or "\n" not in data):
            self.open[-1].append(" ".join(data.split("\n")))


parser = Body()
parser.feed(open(sys.argv[1], encoding="utf-8").read())
json.dump(parser.body, sys.stdout, ensure_ascii=False, separators=(",", ":"))
