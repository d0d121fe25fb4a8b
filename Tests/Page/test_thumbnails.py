"""Photos and videos are sent with a thumbnail. Readers load the file when they open it."""

import base64
import json
import re
import zlib

from files import picture
from playwright.sync_api import expect

NOISE = """async ([width, height]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    const image = pen.createImageData(width, height);
    for (let place = 0; place < image.data.length; place += 65_536) crypto.getRandomValues(image.data.subarray(place, place + 65_536));
    pen.putImageData(image, 0, 0);
    return canvas.toDataURL("image/png").split(",")[1];
}"""

VIDEO = """async ([width, height]) => {
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const pen = canvas.getContext("2d");
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: "video/webm" });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((done) => { recorder.onstop = done; });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) {
        pen.fillStyle = frame % 2 ? "#c00" : "#c40";
        pen.fillRect(0, 0, width, height);
        await new Promise(requestAnimationFrame);
    }
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
}"""

SOUND = """async () => {
    const context = new AudioContext();
    const sound = context.createMediaStreamDestination();
    const tone = context.createOscillator();
    tone.connect(sound);
    tone.start();
    const recorder = new MediaRecorder(sound.stream, { mimeType: "audio/webm" });
    const parts = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const ended = new Promise((done) => { recorder.onstop = done; });
    recorder.start();
    for (let frame = 0; frame < 20; frame += 1) await new Promise(requestAnimationFrame);
    recorder.stop();
    await ended;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
}"""


def noise(page, width=1_200, height=900):
    """A picture that no format compresses."""
    return base64.b64decode(page.evaluate(NOISE, [width, height]))


def loaded(visitor):
    """The ids of the files that the page requests from now on."""
    asked = []

    def note(request):
        found = re.search(r"/v1/files/([0-9A-F-]{36})(\?|$)", request.url)
        if found and request.method == "GET":
            asked.append(found[1])

    visitor.page.on("request", note)
    return asked


def attachment(visitor):
    """The attachment of the newest message of the lobby that has one."""
    script = """async () => {
        const socket = new WebSocket(location.href.replace("http", "ws").split("#")[0] + "v1");
        const frames = [];
        const frame = (type) => new Promise((done) => { socket.onmessage = ({ data }) => { const told = JSON.parse(data); if (told.type === type) done(told); }; });
        await new Promise((done) => { socket.onopen = done; });
        socket.send(JSON.stringify({ type: "hello", ref: 1, version: 1, name: "reader" + Math.random().toString(36).slice(2, 8) }));
        await frame("welcome");
        socket.send(JSON.stringify({ type: "join", ref: 2, room: "lobby" }));
        await frame("joined");
        socket.send(JSON.stringify({ type: "history", ref: 3, room: "lobby", after: 0 }));
        const { events } = await frame("page");
        socket.close();
        return events.filter(({ attachment }) => attachment).at(-1)?.attachment;
    }"""
    return visitor.page.evaluate(script)


def test_a_large_photo_is_shown_by_its_thumbnail_until_it_is_opened(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    asked = loaded(bob)
    original = noise(ann.page)
    ann.send(("noise.png", "image/png", original))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    bob.page.wait_for_function("() => document.querySelector('.message img.media')?.naturalWidth > 0")
    sent = attachment(ann)
    assert sent["size"] == len(original) and sent["width"] == 1_200
    small = sent["thumbnail"]
    assert small["size"] <= 131_072 and max(small["width"], small["height"]) <= 840
    assert asked == [small["id"]]
    shown = bob.page.locator(".message img.media")
    assert shown.evaluate("image => image.naturalWidth") == small["width"]
    # The place is that of the photo, and the viewer loads the photo itself.
    box = bob.page.locator(".message .place").bounding_box()
    assert abs(box["width"] / box["height"] - 1_200 / 900) < 0.02
    held = []
    bob.page.route(re.compile(sent["id"]), lambda route: held.append(route))
    shown.click()
    image = bob.page.locator("#viewer-image")
    bob.page.wait_for_function("(width) => document.querySelector('#viewer-image').naturalWidth === width", arg=small["width"])
    place = image.bounding_box()
    while not held:
        bob.page.evaluate("() => 0")  # lets the route be called
    held[0].continue_()
    bob.page.wait_for_function("() => document.querySelector('#viewer-image').naturalWidth === 1200")
    assert image.bounding_box() == place, "the picture has the place of its thumbnail"
    assert abs(place["width"] / place["height"] - 1_200 / 900) < 0.02
    assert sent["id"] in asked
    bob.page.keyboard.press("Escape")
    ann.page.locator(".message").last.hover()
    ann.page.locator(".message .more-actions").last.click()
    ann.page.get_by_role("button", name="Delete…", exact=True).click()
    ann.page.locator("#delete-now").click()
    expect(bob.page.locator(".message img.media")).to_have_count(0)


def test_in_a_direct_room_the_thumbnail_has_a_signed_address(visit):
    bob, ann = visit().enter("bob"), visit().enter("ann")
    ann.page.get_by_role("button", name="Message bob").click()
    expect(ann.page.locator("#room")).to_have_text("bob")
    ann.send(("noise.png", "image/png", noise(ann.page)))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    asked = loaded(bob)
    bob.choose("ann")
    bob.page.wait_for_function("() => document.querySelector('.message img.media')?.naturalWidth > 0")
    assert bob.page.locator(".message img.media").evaluate("image => image.naturalWidth") <= 840
    assert len(set(asked)) == 1


def test_a_small_picture_and_one_whose_thumbnail_fails_go_without(visit):
    ann = visit().enter("ann")
    ann.send(("small.png", "image/png", picture(ann.page, 60, 40, "image/png")))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    assert "thumbnail" not in attachment(ann)
    refuse = lambda route: route.fulfill(status=413) if "image/webp" in route.request.headers.get("content-type", "") else route.continue_()
    ann.page.route("**/v1/files/**", refuse)
    ann.send(("noise.png", "image/png", noise(ann.page)))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(2)
    sent = attachment(ann)
    assert sent["name"] == "noise.png" and "thumbnail" not in sent


def test_a_thumbnail_that_cannot_be_loaded_gives_way_to_the_photo(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    asked = []

    def hold(route):
        asked.append(route)
        if len(asked) > 1:
            route.continue_()

    bob.page.route(re.compile(r"/v1/files/[0-9A-F-]{36}$"), hold)
    ann.send(("noise.png", "image/png", noise(ann.page)))
    expect(bob.page.locator(".message img.media")).to_have_attribute("src", re.compile("."))
    # Its row is drawn anew before the answer comes.
    ann.say("another message")
    expect(bob.message("another message")).to_be_visible()
    while not asked:
        bob.page.wait_for_event("request")
    asked[0].fulfill(status=404, body=json.dumps({"type": "error", "code": 156, "text": "gone"}))
    bob.page.wait_for_function("() => document.querySelector('.message img.media')?.naturalWidth === 1200")
    assert len({route.request.url for route in asked}) == 2


def test_a_message_discarded_while_its_thumbnail_goes_up_is_not_sent(visit):
    ann = visit().enter("ann")
    asked = []
    ann.page.on("request", lambda request: request.method == "PUT" and asked.append(request.url))
    ann.page.route("**/v1/files/**", lambda route: None)
    with ann.page.expect_request("**/v1/files/**"):
        ann.send(("noise.png", "image/png", noise(ann.page)))
    with ann.page.expect_event("requestfailed", lambda request: "/v1/files/" in request.url):
        ann.page.get_by_role("button", name="Cancel noise.png").click()
    expect(ann.page.locator(".message")).to_have_count(0)
    ann.say("the next message")
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    assert len(asked) == 1, "the photo went up"


def test_a_video_without_pictures_has_no_thumbnail(visit):
    ann = visit().enter("ann")
    ann.send(("sound.webm", "video/webm", bytes(ann.page.evaluate(SOUND))))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    assert "thumbnail" not in attachment(ann)


def test_an_animation_has_no_thumbnail(visit):
    """A thumbnail shows one frame, so the animation would stand still."""
    ann = visit().enter("ann")
    still = noise(ann.page)
    # PNG: the first chunk has 25 bytes after the signature. acTL says that there are frames.
    chunk = b"acTL" + (1).to_bytes(4, "big") + bytes(4)
    moving = still[:33] + (8).to_bytes(4, "big") + chunk + zlib.crc32(chunk).to_bytes(4, "big") + still[33:]
    ann.send(("moving.png", "image/png", moving))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    sent = attachment(ann)
    assert sent["width"] == 1_200 and "thumbnail" not in sent


def test_a_video_has_a_picture_before_anything_of_it_is_loaded(visit):
    ann, bob = visit().enter("ann"), visit().enter("bob")
    asked = loaded(bob)
    ann.send(("dance.webm", "video/webm", bytes(ann.page.evaluate(VIDEO, [320, 480]))))
    expect(ann.page.locator(".message[data-state=sent]")).to_have_count(1)
    sent = attachment(ann)
    assert sent["type"] == "video/webm" and (sent["thumbnail"]["width"], sent["thumbnail"]["height"]) == (320, 480)
    video = bob.page.locator(".message video")
    expect(video).to_have_attribute("poster", re.compile(sent["thumbnail"]["id"]))
    bob.page.wait_for_function("(id) => performance.getEntriesByType('resource').some(({ name }) => name.includes(id))", arg=sent["thumbnail"]["id"])
    assert asked == [sent["thumbnail"]["id"]]
    box = video.bounding_box()
    assert box["height"] > box["width"]
    video.evaluate("video => video.play()")
    bob.page.wait_for_function("() => document.querySelector('.message video').currentTime > 0")
