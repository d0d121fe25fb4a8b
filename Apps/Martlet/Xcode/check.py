"""Reads the Xcode project as Xcode would (an OpenStep property list) and says what in it leads nowhere.

Only the standard library: the format is so small that a reader of it is shorter than a dependency.
"""

import pathlib
import plistlib
import re
import sys
import xml.etree.ElementTree

HERE = pathlib.Path(__file__).resolve().parent
TOKEN = re.compile(r'\s+|/\*.*?\*/|//[^\n]*|(?P<quoted>"(?:[^"\\]|\\.)*")|(?P<mark>[{}();=,])|(?P<bare>[A-Za-z0-9_$/:.]+)', re.S)


def tokens(text):
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if not match:
            sys.exit(f"project.pbxproj: cannot be read at {text[position:position + 30]!r}")
        position = match.end()
        if match.lastgroup:
            word = match.group()
            yield ("text", re.sub(r"\\(.)", r"\1", word[1:-1])) if match.lastgroup == "quoted" else (match.lastgroup, word)


class Reader:
    def __init__(self, text):
        self.tokens = list(tokens(text))
        self.position = 0

    def next(self):
        self.position += 1
        return self.tokens[self.position - 1]

    def expect(self, mark):
        found = self.next()
        if found != ("mark", mark):
            sys.exit(f"project.pbxproj: {mark!r} expected, {found[1]!r} found")

    def value(self):
        kind, word = self.next()
        if (kind, word) == ("mark", "{"):
            return self.dictionary()
        if (kind, word) == ("mark", "("):
            return self.array()
        if kind == "mark":
            sys.exit(f"project.pbxproj: a value expected, {word!r} found")
        return word

    def dictionary(self):
        found = {}
        while self.tokens[self.position] != ("mark", "}"):
            key = self.value()
            if key in found:
                sys.exit(f"project.pbxproj: {key} stands there twice")
            self.expect("=")
            found[key] = self.value()
            self.expect(";")
        self.next()
        return found

    def array(self):
        found = []
        while self.tokens[self.position] != ("mark", ")"):
            found.append(self.value())
            if self.tokens[self.position] == ("mark", ","):
                self.next()
        self.next()
        return found


def check_references(objects, fail):
    """Every 24-digit id names an object, and every object is named."""
    named = set()
    for identifier, item in objects.items():
        if "isa" not in item:
            fail(f"{identifier} has no isa")
        for value in item.values():
            for word in value if isinstance(value, list) else [value]:
                if isinstance(word, str) and re.fullmatch(r"[0-9A-F]{24}", word):
                    named.add(word)
                    if word not in objects:
                        fail(f"{identifier} names {word}, which is not there")
    for identifier in objects.keys() - named:
        if objects[identifier]["isa"] != "PBXProject":
            fail(f"nothing names {identifier} ({objects[identifier]['isa']})")


def check_files(objects, group, folder, fail):
    folder = folder / group.get("path", "")
    for child in map(objects.get, group["children"]):
        if child["isa"] in ("PBXGroup", "PBXVariantGroup"):
            check_files(objects, child, folder, fail)
        elif child["sourceTree"] == "<group>" and not (folder / child["path"]).exists():
            fail(f"{folder / child['path']} does not exist")


def check_settings(objects, fail):
    for item in objects.values():
        for key, value in item.get("buildSettings", {}).items():
            if key.split("[")[0] in ("INFOPLIST_FILE", "CODE_SIGN_ENTITLEMENTS") and not (HERE / value).exists():
                fail(f"{key} names {value}, which does not exist")


def check_package(objects, fail):
    for item in objects.values():
        if item["isa"] == "XCLocalSwiftPackageReference":
            manifest = HERE / item["relativePath"] / "Package.swift"
            if not manifest.exists():
                fail(f"{manifest} does not exist")
    products = set(re.findall(r"\.(?:library|executable)\(name: \"(\w+)\"", (HERE.parent / "Package.swift").read_text()))
    for item in objects.values():
        if item["isa"] == "XCSwiftPackageProductDependency" and item["productName"] not in products:
            fail(f"the package has no product {item['productName']}")


def check_scheme(objects, fail):
    scheme = xml.etree.ElementTree.parse(HERE / "Martlet.xcodeproj/xcshareddata/xcschemes/Martlet.xcscheme")
    for reference in scheme.iter("BuildableReference"):
        target = objects.get(reference.get("BlueprintIdentifier"), {})
        if target.get("name") != reference.get("BlueprintName"):
            fail(f"the scheme names a target that is not there: {reference.get('BlueprintName')}")


def check_plist(fail):
    plist = plistlib.loads((HERE / "Martlet/Info.plist").read_bytes())
    entitlements = plistlib.loads((HERE / "Martlet/Martlet.entitlements").read_bytes())
    app = HERE.parent / "Sources/MartletApp"
    code = (app / "BackgroundWork.swift").read_text()
    tasks = set(re.findall(r'static let \w+: String = "([\w.]+)"', code))
    if tasks != set(plist["BGTaskSchedulerPermittedIdentifiers"]):
        fail("BackgroundWork.swift and Info.plist name different tasks")
    # What the system refuses, or ends the app for, where it is not said beforehand.
    sources = "".join(file.read_text() for folder in (app, *(HERE.parents[2] / "Sources" / name for name in ("ChatScreens", "ChatUI"))) for file in folder.rglob("*.swift"))
    if "CLLocationManager()" in sources:
        if "NSLocationWhenInUseUsageDescription" not in plist:
            fail("Info.plist does not say what one's location is asked for")
        if not entitlements.get("com.apple.security.personal-information.location"):
            fail("the entitlements do not allow to ask for one's location")
    if ".fileImporter(" in sources and not entitlements.get("com.apple.security.files.user-selected.read-only"):
        fail("the entitlements do not allow to read chosen files")
    schemes = {scheme for url in plist["CFBundleURLTypes"] for scheme in url["CFBundleURLSchemes"]}
    link = (HERE.parents[2] / "Sources/ChatModel/LinkText.swift").read_text()
    if schemes != set(re.findall(r'"(martlet(?:\+\w+)?)"', link)):
        fail("LinkText.swift and Info.plist name different schemes")


def check_languages(objects, fail):
    """Every language of the app has the texts of the system's questions, and the project knows it."""
    plist = plistlib.loads((HERE / "Martlet/Info.plist").read_bytes())
    questions = {key for key in plist if key.endswith("UsageDescription")}
    regions = {region for item in objects.values() if item["isa"] == "PBXProject" for region in item["knownRegions"]}
    groups = [item["children"] for item in objects.values() if item["isa"] == "PBXVariantGroup"]
    built = {objects[child]["path"] for children in groups for child in children}
    for tag in plist["CFBundleLocalizations"]:
        if tag not in regions:
            fail(f"the project does not know the language {tag}")
        if tag == plist["CFBundleDevelopmentRegion"]:
            continue
        file = f"{tag}.lproj/InfoPlist.strings"
        if file not in built:
            fail(f"{file} is not among the app's resources")
        elif set(re.findall(r'^(\w+) = ".+";$', (HERE / "Martlet" / file).read_text(), re.M)) != questions:
            fail(f"{file} and Info.plist ask for different permissions")


# The API for which Apple demands a reason, by category. Only what the app might come to use.
REASONED = {
    "NSPrivacyAccessedAPICategoryFileTimestamp":
        r"attributesOfItem\(|\.(?:creationDate|modificationDate|contentModificationDateKey)\b|\bf?l?stat(?:at)?\(",
    "NSPrivacyAccessedAPICategoryUserDefaults": r"\bUserDefaults\b|@AppStorage\b",
    "NSPrivacyAccessedAPICategorySystemBootTime": r"\bsystemUptime\b|\bmach_absolute_time\b",
    "NSPrivacyAccessedAPICategoryDiskSpace": r"\bvolumeAvailableCapacity|\bsystemFreeSize\b|\bstatv?fs\(",
    "NSPrivacyAccessedAPICategoryActiveKeyboards": r"\bactiveInputModes\b",
}


def check_privacy(objects, fail):
    """The privacy manifest is in the app, and gives reasons for the API that the app's modules use, and for no other."""
    manifest = plistlib.loads((HERE / "Martlet/PrivacyInfo.xcprivacy").read_bytes())
    phases = [item for item in objects.values() if item["isa"] == "PBXResourcesBuildPhase"]
    resources = {objects[objects[file]["fileRef"]].get("path") for phase in phases for file in phase["files"]}
    if "PrivacyInfo.xcprivacy" not in resources:
        fail("PrivacyInfo.xcprivacy is not among the app's resources")
    reasons = {item["NSPrivacyAccessedAPIType"]: item["NSPrivacyAccessedAPITypeReasons"] for item in manifest["NSPrivacyAccessedAPITypes"]}
    modules = [HERE.parents[2] / "Sources" / name for name in ("ChatScreens", "ChatUI", "ChatStore", "ChatCore", "ChatModel", "ChatWire", "Flux")]
    sources = "".join(file.read_text() for folder in [HERE.parent / "Sources/MartletApp", *modules] for file in folder.rglob("*.swift"))
    for category, pattern in REASONED.items():
        if bool(re.search(pattern, sources)) != bool(reasons.get(category)):
            fail(f"PrivacyInfo.xcprivacy and the code disagree about {category}")


def main():
    faults = []
    reader = Reader((HERE / "Martlet.xcodeproj/project.pbxproj").read_text())
    project = reader.value()
    objects = project["objects"]
    check_references(objects, faults.append)
    root = objects[project["rootObject"]]
    check_files(objects, objects[root["mainGroup"]], HERE, faults.append)
    check_settings(objects, faults.append)
    check_package(objects, faults.append)
    check_scheme(objects, faults.append)
    check_plist(faults.append)
    check_languages(objects, faults.append)
    check_privacy(objects, faults.append)
    for fault in faults:
        print(f"Apps/Martlet/Xcode: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"The Xcode project's {len(objects)} objects lead somewhere, and its plist says what the code says.")


main()
