#!/usr/bin/env python3
"""Draws docs/images/*.svg from the reports that Scripts/measure.sh left in docs/figures. Needs Python alone.

    Scripts/plot.py [FIGURES [IMAGES]]
"""
import json
import math
import sys
from pathlib import Path
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 900, 500
LEFT, RIGHT, TOP, BOTTOM = 90, 30, 112, 70
COLOURS = ["#1f5fbf", "#c4561b", "#2a7f4f", "#7a3fa0"]
FONT = "font-family='-apple-system, Segoe UI, Helvetica, Arial, sans-serif'"


class Axis:
    """A logarithmic scale, or a linear one from 0, over a length in pixels."""

    def __init__(self, values, start, end, logarithmic, ticks=None):
        self.start, self.end, self.logarithmic = start, end, logarithmic
        if logarithmic:
            self.low = min(values) if ticks else 10 ** math.floor(math.log10(min(values)))
            self.high = max(values) if ticks else 10 ** math.ceil(math.log10(max(values) * 1.0001))
            self.ticks = ticks or decades(self.low, self.high)
        else:
            step = nice(max(values) / 5)
            self.low, self.high = 0, step * math.ceil(max(values) / step)
            self.ticks = [step * i for i in range(round(self.high / step) + 1)]

    def __call__(self, value):
        if self.logarithmic:
            part = math.log(value / self.low) / math.log(self.high / self.low) if self.high > self.low else 0.5
        else:
            part = value / self.high
        return self.start + part * (self.end - self.start)


def decades(low, high):
    steps = [1] if high / low > 1000 else [1, 2, 5]
    ticks = [s * 10**e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1) for s in steps]
    return [t for t in ticks if low <= t <= high * 1.0001]


def nice(step):
    power = 10 ** math.floor(math.log10(step))
    return next(power * factor for factor in (1, 2, 5, 10) if step <= power * factor)


def label(value):
    for size, unit in ((1e6, " M"), (1e3, " k")):
        if value >= size and unit == " M":
            return f"{value / size:g}{unit}"
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def text(x, y, words, size=14, anchor="middle", colour="#333", more=""):
    return f"<text x='{x:.1f}' y='{y:.1f}' font-size='{size}' text-anchor='{anchor}' fill='{colour}' {more}>{escape(words)}</text>"


def chart(title, subtitle, machine, x_name, y_name, series, x_axis, y_axis):
    """series: (name, [(x, y)], dashed)"""
    out = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' width='{WIDTH}' height='{HEIGHT}' {FONT} role='img'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{WIDTH}' height='{HEIGHT}' fill='#ffffff'/>",
        text(LEFT, 32, title, 20, "start", "#111", "font-weight='600'"),
        text(LEFT, 52, subtitle, 13, "start", "#666"),
        text(LEFT, 70, machine, 13, "start", "#666"),
    ]
    for tick in y_axis.ticks:
        y = y_axis(tick)
        out.append(f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{y:.1f}' y2='{y:.1f}' stroke='#e3e3e3'/>")
        out.append(text(LEFT - 10, y + 5, label(tick), anchor="end"))
    for tick in x_axis.ticks:
        x = x_axis(tick)
        out.append(f"<line x1='{x:.1f}' x2='{x:.1f}' y1='{HEIGHT - BOTTOM}' y2='{HEIGHT - BOTTOM + 6}' stroke='#888'/>")
        out.append(text(x, HEIGHT - BOTTOM + 24, label(tick)))
    out.append(f"<line x1='{LEFT}' x2='{WIDTH - RIGHT}' y1='{HEIGHT - BOTTOM}' y2='{HEIGHT - BOTTOM}' stroke='#888'/>")
    out.append(text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 18, x_name))
    middle = (TOP + HEIGHT - BOTTOM) / 2
    out.append(text(24, middle, y_name, more=f"transform='rotate(-90 24 {middle})'"))
    for index, (name, points, dashed) in enumerate(series):
        colour = COLOURS[index // 2 if any(d for _, _, d in series) else index]
        dash = " stroke-dasharray='7 5'" if dashed else ""
        places = [(x_axis(x), y_axis(y)) for x, y in points]
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        out.append(f"<polyline points='{path}' fill='none' stroke='{colour}' stroke-width='2.5'{dash}/>")
        out += [f"<circle cx='{x:.1f}' cy='{y:.1f}' r='4' fill='{colour}'/>" for x, y in places]
        x = LEFT + 200 * index
        out.append(f"<line x1='{x}' x2='{x + 30}' y1='92' y2='92' stroke='{colour}' stroke-width='2.5'{dash}/>")
        out.append(text(x + 38, 97, name, 14, "start"))
    return "\n".join(out + ["</svg>"]) + "\n"


def connections(figures, machine):
    names = {"v1": "v1", "swiftchat": "SwiftChat"}
    series = []
    for door in names:
        reports = [r for r in figures["connections"] if r["protocol"] == door and r["deliveriesPerSecond"] > 0]
        points = sorted((r["connections"], r["deliveriesPerSecond"]) for r in reports)
        if points:
            series.append((names[door], points, False))
    xs = sorted({x for _, points, _ in series for x, _ in points})
    ys = [y for _, points, _ in series for _, y in points]
    return chart(
        "Deliveries per second", "One room, ten senders with four messages in flight each, every message on disk.", machine,
        "connections in the room", "deliveries per second", series,
        Axis(xs, LEFT + 30, WIDTH - RIGHT - 30, True, xs), Axis(ys, HEIGHT - BOTTOM, TOP, False))


def latency(figures, machine):
    series = []
    for name, key in (("delivered", "delivery"), ("acknowledged", "acknowledgement")):
        for part, dashed in (("p50", False), ("p99", True)):
            points = sorted((r["rate"], r[key][part] / 1000) for r in figures["latency"] if r[key]["count"] > 0)
            series.append((f"{name}, {part}", points, dashed))
    xs = sorted({x for _, points, _ in series for x, _ in points})
    ys = [y for _, points, _ in series for _, y in points]
    return chart(
        "Latency", "A room of 1,000, every message on disk before it is shown.", machine, "messages per second into the room",
        "milliseconds (logarithmic)", series, Axis(xs, LEFT + 30, WIDTH - RIGHT - 30, True, xs),
        Axis(ys, HEIGHT - BOTTOM, TOP, True))


def main():
    root = Path(__file__).resolve().parent.parent
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else root / "docs/figures"
    images = Path(sys.argv[2]) if len(sys.argv) > 2 else root / "docs/images"
    figures = {name: [json.loads(p.read_text()) for p in sorted(folder.glob(f"{name}-*.json"))] for name in ("connections", "latency")}
    machine = (folder / "machine.txt").read_text().strip() if (folder / "machine.txt").exists() else ""
    images.mkdir(parents=True, exist_ok=True)
    for name, draw in (("deliveries", connections), ("latency", latency)):
        wanted = "connections" if name == "deliveries" else "latency"
        if not figures[wanted]:
            sys.exit(f"plot.py: no {wanted}-*.json in {folder}: run Scripts/measure.sh first")
        (images / f"{name}.svg").write_text(draw(figures, machine))
        print(images / f"{name}.svg")


if __name__ == "__main__":
    main()
