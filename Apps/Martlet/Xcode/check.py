"""Reads the Xcode project as Xcode would (an OpenStep property list) and says what in it leads nowhere.

Only the standard library: the format is so small that a reader of it is shorter than a dependency.
"""

import json
import pathlib
import plistlib
import re
import struct
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
        for key in ("NSLocationWhenInUseUsageDescription", "NSLocationUsageDescription"):  # iOS, macOS
            if key not in plist:
                fail(f"Info.plist does not say what one's location is asked for ({key})")
        if not entitlements.get("com.apple.security.personal-information.location"):
            fail("the entitlements do not allow to ask for one's location")
    if "ShareLink(" in sources and "NSPhotoLibraryAddUsageDescription" not in plist:
        fail("Info.plist does not say what a photo of the share sheet is saved for: the system ends the app there")
    if "AVAudioRecorder(" in sources and "NSMicrophoneUsageDescription" not in plist:
        fail("Info.plist does not say what the microphone is asked for")
    if ".fileExporter(" in sources:
        if not entitlements.get("com.apple.security.files.user-selected.read-write"):
            fail("the entitlements do not allow to save files")
    elif ".fileImporter(" in sources and not entitlements.get("com.apple.security.files.user-selected.read-only"):
        fail("the entitlements do not allow to read chosen files")
    schemes = {scheme for url in plist["CFBundleURLTypes"] for scheme in url["CFBundleURLSchemes"]}
    link = (HERE.parents[2] / "Sources/ChatModel/LinkText.swift").read_text()
    if schemes != set(re.findall(r'"(martlet(?:\+\w+)?)"', link)):
        fail("LinkText.swift and Info.plist name different schemes")


def check_share(objects, fail):
    """The share extension takes what the app can send, and both name one app group, which is chosen in one place."""
    root = HERE.parents[2]
    plist = plistlib.loads((HERE / "Share/Info.plist").read_bytes())
    app = plistlib.loads((HERE / "Martlet/Info.plist").read_bytes())
    group = "$(MARTLET_APP_GROUP)"
    code = (HERE.parent / "Sources/MartletGroup/AppGroup.swift").read_text()
    key = re.search(r'forInfoDictionaryKey: "(\w+)"', code).group(1)
    push = plistlib.loads((HERE / "Push/Info.plist").read_bytes())
    for name, found in (("Martlet", app), ("Share", plist), ("Push", push)):
        if found.get(key) != group:
            fail(f"{name}/Info.plist does not name the app group under {key}, where AppGroup.swift reads it")
    for name in ("Martlet/Martlet-iOS.entitlements", "Share/Share.entitlements", "Push/Push.entitlements"):
        if plistlib.loads((HERE / name).read_bytes()).get("com.apple.security.application-groups") != [group]:
            fail(f"{name} does not have the app group")
    chosen = dict(re.findall(r"^(\w+) =(.*)$", (HERE / "Identifiers.xcconfig").read_text(), re.M))
    if not chosen.get("MARTLET_APP_GROUP", "").strip().startswith("group."):
        fail("Identifiers.xcconfig: the app group must begin with group.")
    configurations = [item for item in objects.values() if item["isa"] == "XCBuildConfiguration"]
    identifiers = [item["buildSettings"].get("PRODUCT_BUNDLE_IDENTIFIER") for item in configurations]
    if {identifier for identifier in identifiers if identifier} != {"$(MARTLET_BUNDLE_ID)", "$(MARTLET_BUNDLE_ID).share", "$(MARTLET_BUNDLE_ID).push"}:
        fail("the project has bundle ids that do not come from Identifiers.xcconfig")
    # What the system refuses to app extensions is marked where it is used.
    for module in ("ChatUI", "ChatStore", "ChatCore", "ChatModel", "ChatWire", "Flux"):
        for file in (root / "Sources" / module).rglob("*.swift"):
            text = file.read_text()
            if re.search(r"UIApplication\.shared|BGTaskScheduler", text) and "iOSApplicationExtension, unavailable" not in text:
                fail(f"{file.relative_to(root)} uses what app extensions may not use, and does not say so")
    extension = plist["NSExtension"]
    kind = extension["NSExtensionPrincipalClass"].split(".")[-1]
    if f"class {kind}: SharingController" not in (HERE / "Share/ShareViewController.swift").read_text():
        fail(f"Share/Info.plist names a class that is not there: {kind}")
    most = int(re.search(r"filesTogether = (\d+)", (root / "Sources/ChatWire/Limits+App.swift").read_text()).group(1))
    rule = extension["NSExtensionAttributes"]["NSExtensionActivationRule"]
    for files in ("Image", "Movie", "File"):
        if rule[f"NSExtensionActivationSupports{files}WithMaxCount"] != most:
            fail(f"Share/Info.plist takes another number of files than Limits.filesTogether ({files})")
    if plist["CFBundleLocalizations"] != app["CFBundleLocalizations"]:
        fail("the share extension and the app have different languages")


def check_push(objects, fail):
    """The app and the notification service extension agree, and the app asks for no more than it says."""
    app = plistlib.loads((HERE / "Martlet/Info.plist").read_bytes())
    plist = plistlib.loads((HERE / "Push/Info.plist").read_bytes())
    extension = plist["NSExtension"]
    if extension["NSExtensionPointIdentifier"] != "com.apple.usernotifications.service":
        fail("Push/Info.plist is not that of a notification service extension")
    kind = extension["NSExtensionPrincipalClass"].split(".")[-1]
    if f"class {kind}: PushServiceExtension" not in (HERE / "Push/PushService.swift").read_text():
        fail(f"Push/Info.plist names a class that is not there: {kind}")
    if plist["CFBundleLocalizations"] != app["CFBundleLocalizations"]:
        fail("the notification service extension and the app have different languages")
    if plist.get("NSAppTransportSecurity") != app["NSAppTransportSecurity"]:
        fail("the notification service extension and the app reach different servers")
    # An extension must be inside of the app, with an id that begins with the app's.
    embedded = [objects[objects[file]["fileRef"]]["path"] for item in objects.values() if item["isa"] == "PBXCopyFilesBuildPhase" for file in item["files"]]
    for target in (item for item in objects.values() if item["isa"] == "PBXNativeTarget"):
        if target["productType"].endswith("app-extension") and objects[target["productReference"]]["path"] not in embedded:
            fail(f"the app does not contain {target['name']}")
    if "remote-notification" not in app["UIBackgroundModes"]:
        fail("Info.plist does not let a push wake the app")
    for name, key in (("Martlet-iOS", "aps-environment"), ("Martlet", "com.apple.developer.aps-environment")):
        if plistlib.loads((HERE / f"Martlet/{name}.entitlements").read_bytes()).get(key) != "development":
            fail(f"{name}.entitlements does not allow push notifications")
    code = (HERE.parent / "Sources/MartletApp/RemoteNotifications.swift").read_text()
    chosen = dict(re.findall(r"^(\w+) =(.*)$", (HERE / "Identifiers.xcconfig").read_text(), re.M))
    for key, setting in (("MartletPushAddress", "MARTLET_PUSH_ADDRESS"), ("MartletPushEnvironment", "MARTLET_PUSH_ENVIRONMENT")):
        if app.get(key) != f"$({setting})" or f'text("{key}")' not in code:
            fail(f"RemoteNotifications.swift and Info.plist disagree about {key}")
    if chosen.get("MARTLET_PUSH_ADDRESS", "none").strip():
        fail("Identifiers.xcconfig: the app is built with a backend for push notifications")
    cases = set(re.findall(r"case (\w+)$", (HERE.parents[2] / "Sources/ChatStore/Push/PushService.swift").read_text(), re.M))
    [built] = [item for item in objects.values() if item["isa"] == "PBXNativeTarget" and item["name"] == "Martlet"]
    for configuration in objects[built["buildConfigurationList"]]["buildConfigurations"]:
        if objects[configuration]["buildSettings"].get("MARTLET_PUSH_ENVIRONMENT") not in cases & {"development", "production"}:
            fail(f"{objects[configuration]['name']} has no environment for push notifications")


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


def check_icon(objects, fail):
    """The app has an icon, in every size that the systems ask for (Scripts/icons.py)."""
    catalogs = {identifier: item["path"] for identifier, item in objects.items() if item.get("lastKnownFileType") == "folder.assetcatalog"}
    [built] = [item for item in objects.values() if item["isa"] == "PBXNativeTarget" and item["name"] == "Martlet"]
    phases = [objects[phase] for phase in built["buildPhases"] if objects[phase]["isa"] == "PBXResourcesBuildPhase"]
    found = [catalogs[objects[file]["fileRef"]] for phase in phases for file in phase["files"] if objects[file]["fileRef"] in catalogs]
    if found != ["Assets.xcassets"]:
        return fail("Assets.xcassets is not among the app's resources")
    for configuration in objects[built["buildConfigurationList"]]["buildConfigurations"]:
        if objects[configuration]["buildSettings"].get("ASSETCATALOG_COMPILER_APPICON_NAME") != "AppIcon":
            fail(f"{objects[configuration]['name']} does not name the app's icon")
    folder = HERE / "Martlet/Assets.xcassets/AppIcon.appiconset"
    wanted = {("ios", 1024, 1)} | {("mac", points, scale) for points in (16, 32, 128, 256, 512) for scale in (1, 2)}
    for image in json.loads((folder / "Contents.json").read_text())["images"]:
        system, points, scale = image.get("platform", image["idiom"]), int(image["size"].split("x")[0]), int(image.get("scale", "1x")[0])
        wanted.discard((system, points, scale))
        # The head of a PNG: the width, the height, the depth, and 2 for colors without
        # transparency.
        width, height, _, colors = struct.unpack(">IIBB", (folder / image["filename"]).read_bytes()[16:26])
        if (width, height) != (points * scale, points * scale):
            fail(f"{image['filename']} has {width} × {height} pixels, and should have {points * scale}")
        if system == "ios" and colors != 2:
            fail(f"{image['filename']} is transparent, which Apple refuses")
    for system, points, scale in sorted(wanted):
        fail(f"the app has no icon of {points} points, {scale}x, for {system}")


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
    """Each target has its privacy manifest, with reasons for the API that its modules use, and for no other."""
    common = ("ChatUI", "ChatStore", "ChatCore", "ChatModel", "ChatWire", "Flux")
    for target, own, modules in (("Martlet", "MartletApp", ("ChatScreens", *common)), ("MartletShareExtension", "MartletShare", common), ("MartletPushExtension", "MartletPush", common)):
        [built] = [item for item in objects.values() if item["isa"] == "PBXNativeTarget" and item["name"] == target]
        phases = [objects[phase] for phase in built["buildPhases"] if objects[phase]["isa"] == "PBXResourcesBuildPhase"]
        files = [objects[file]["fileRef"] for phase in phases for file in phase["files"]]
        found = [file for file in files if objects[file].get("path") == "PrivacyInfo.xcprivacy"]
        groups = [item for item in objects.values() if item["isa"] == "PBXGroup" and found[:1] and found[0] in item["children"]]
        if len(groups) != 1:
            fail(f"PrivacyInfo.xcprivacy is not among the resources of {target}")
            continue
        manifest = plistlib.loads((HERE / groups[0]["path"] / "PrivacyInfo.xcprivacy").read_bytes())
        reasons = {item["NSPrivacyAccessedAPIType"]: item["NSPrivacyAccessedAPITypeReasons"] for item in manifest["NSPrivacyAccessedAPITypes"]}
        folders = [HERE.parent / "Sources" / own, *(HERE.parents[2] / "Sources" / name for name in modules)]
        sources = "".join(file.read_text() for folder in folders for file in folder.rglob("*.swift"))
        for category, pattern in REASONED.items():
            if bool(re.search(pattern, sources)) != bool(reasons.get(category)):
                fail(f"{groups[0]['path']}/PrivacyInfo.xcprivacy and the code disagree about {category}")


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
    check_share(objects, faults.append)
    check_push(objects, faults.append)
    check_languages(objects, faults.append)
    check_icon(objects, faults.append)
    check_privacy(objects, faults.append)
    for fault in faults:
        print(f"Apps/Martlet/Xcode: {fault}", file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"The Xcode project's {len(objects)} objects lead somewhere, and its plist says what the code says.")


main()
