#!/usr/bin/env python3
"""Draws the page's icon as PNG: for systems that take no SVG for an installed page, and for the app.

    .build/python/bin/python Scripts/icons.py      writes Sources/MartletPage/Page/icon-*.png
                                                   and the app's Assets.xcassets

It needs the browser of the page's tests (Scripts/setup.sh). The results are committed.
"""
import json
import os
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "Sources/MartletPage/Page"
CATALOG = ROOT / "Apps/Martlet/Xcode/Martlet/Assets.xcassets"
BROWSER = os.environ.get("CHROMIUM", "/usr/bin/chromium-headless-shell")
GROUND = "#0e6775"
# Pixels, and the part of the width that the icon has on its ground; without a ground it has all.
# Systems cut what has a ground to their own shape.
ICONS = {"icon-180": (180, 0.86), "icon-192": (192, None), "icon-512": (512, None), "icon-mask": (512, 0.74)}
# iOS cuts its icon to shape, too, and takes none that is transparent. macOS shows its own as they
# are, with the margin of Apple's template: 100 of 1,024 pixels on each side.
PHONE = ("icon-ios.png", 1024, 0.86)
MAC = {(points, scale): f"icon-mac-{points * scale}.png" for points in (16, 32, 128, 256, 512) for scale in (1, 2)}
MAC_PART = 824 / 1024
INFO = {"author": "xcode", "version": 1}


def draw(browser, svg, file, size, part, ground):
    """Writes the icon as a square of `size` pixels, on a ground or on none."""
    page = browser.new_page(viewport={"width": size, "height": size})
    style = f"margin: 0; height: 100vh; display: grid; place-items: center; background: {ground or 'transparent'}"
    page.set_content(f'<body style="{style}"><div style="width: {part * size}px; display: grid">{svg}</div>')
    page.screenshot(path=file, omit_background=ground is None)
    page.close()


def describe(folder, **contents):
    """Writes what Xcode reads of a folder of the catalog."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps({**contents, "info": INFO}, indent=2, separators=(",", " : "))
    (folder / "Contents.json").write_text(text + "\n")


def main():
    svg = (PAGE / "icon.svg").read_text()
    icons = CATALOG / "AppIcon.appiconset"
    phone, pixels, part = PHONE
    describe(CATALOG)
    images = [{"filename": phone, "idiom": "universal", "platform": "ios", "size": f"{pixels}x{pixels}"}]
    for (points, scale), file in MAC.items():
        images.append({"filename": file, "idiom": "mac", "scale": f"{scale}x", "size": f"{points}x{points}"})
    describe(icons, images=images)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        for name, (size, own) in ICONS.items():
            draw(browser, svg, PAGE / f"{name}.png", size, own or 1, GROUND if own else None)
        draw(browser, svg, icons / phone, pixels, part, GROUND)
        for (points, scale), file in MAC.items():
            draw(browser, svg, icons / file, points * scale, MAC_PART, None)
        browser.close()


main()
