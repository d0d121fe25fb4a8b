#!/usr/bin/env python3
"""Draws the page's icon as PNG, for systems that take no SVG for an installed page.

    .build/python/bin/python Scripts/icons.py      writes Sources/MartletPage/Page/icon-*.png

It needs the browser of the page's tests (Scripts/setup.sh). The results are committed.
"""
import os
from pathlib import Path

from playwright.sync_api import sync_playwright

PAGE = Path(__file__).resolve().parent.parent / "Sources/MartletPage/Page"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
GROUND = "#0e6775"
# Pixels, and the part of the width that the icon has on its ground; without a ground it has all.
# Systems cut what has a ground to their own shape.
ICONS = {"icon-180": (180, 0.86), "icon-192": (192, None), "icon-512": (512, None), "icon-mask": (512, 0.74)}

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
    svg = (PAGE / "icon.svg").read_text()
    for name, (size, part) in ICONS.items():
        page = browser.new_page(viewport={"width": size, "height": size})
        ground, width = (GROUND, part * size) if part else ("transparent", size)
        style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {ground}"
        page.set_content(f'<body style="{style}"><div style="width: {width}px; display: grid">{svg}</div>')
        page.screenshot(path=PAGE / f"{name}.png", omit_background=True)
    browser.close()
