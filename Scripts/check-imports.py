#!/usr/bin/env python3
"""Lists the imports of the project's own modules that the manifest does not declare, and fails if there are any.

A build in a folder with older builds finds such a module by chance; the first build of a fresh clone may not.
A dependency of a dependency counts as declared.
"""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
IMPORT = re.compile(
    r"^\s*(?:@\w+(?:\(\w+\))? |public |package |internal |fileprivate |private )*import (?:\w+ )?(\w+)$", re.MULTILINE)

with tempfile.TemporaryDirectory() as scratch:  # Another build may hold the lock of .build.
    targets = json.loads(subprocess.check_output(
        ["swift", "package", "--package-path", ROOT, "--scratch-path", scratch, "dump-package"]))["targets"]
declared = {
    target["name"]: {kind[0] for dependency in target["dependencies"] for kind in dependency.values()}
    for target in targets
}


def reachable(name: str) -> set[str]:
    found, open_names = {name}, [name]
    while open_names:
        for dependency in declared.get(open_names.pop(), set()) - found:
            found.add(dependency)
            open_names.append(dependency)
    return found


missing = []
for target in targets:
    folder = target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + target["name"]
    known = reachable(target["name"])
    for path in sorted((ROOT / folder).rglob("*.swift")):
        for module in IMPORT.findall(path.read_text()):
            if module in declared and module not in known:
                missing.append(f"{path.relative_to(ROOT)}: {module} is not among the dependencies of {target['name']}")
print("\n".join(missing) or f"The imports of {len(targets)} targets are declared in Package.swift.")
sys.exit(bool(missing))
