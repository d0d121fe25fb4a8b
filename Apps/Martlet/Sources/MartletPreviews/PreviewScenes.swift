import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Foundation

extension PreviewWorld {
    /// A talk with everything in it: groups, a link, code, a reply, an edit, a deletion, reactions,
    /// a read mark.
    public static var talk: PreviewWorld {
        var world = PreviewWorld()
        world.say("Good morning! The release notes are at https://example.org/notes (draft).", as: bob)
        world.say("I'll read them over tea.", as: ann, after: 3)
        world.say(
            "Found it: `swift build` fails without\n```\nlet limit = 200\nlet page = min(limit, wanted)\n```", as: ann,
            after: 0)
        world.say("Thanks, that was quick", as: bob, reply: 3, after: 20)
        world.say("👍🎉", as: bob, after: 0)
        world.perform(.react(of: 3, emoji: "❤️", on: true), as: bob)
        world.perform(.react(of: 1, emoji: "👀", on: true), as: ann)
        world.say("See you at noon", as: ann)
        world.perform(.edit(of: 8, text: "See you at one"), as: ann)
        world.say("never mind", as: bob)
        world.perform(.delete(of: 10), as: bob)
        world.read(upTo: 8, as: bob)
        return world
    }

    /// The same, offline, with a message that waits.
    public static var offline: PreviewWorld {
        var world = PreviewWorld.talk
        world.cut(ann)
        world.perform(.message(text: "Are you still there?", reply: nil, payload: nil), as: ann)
        return world
    }

    /// Photos and files, with words and without, one of them on its way; and a place.
    public static var files: PreviewWorld {
        var world = PreviewWorld()
        world.attach(photo(width: 1_600, height: 1_200), name: "swift.png", type: "image/png", as: bob)
        world.attach(
            photo(width: 900, height: 1_600), name: "tower.png", type: "image/png",
            saying: "They nest under the roof, up there.", as: ann)
        world.attach(
            Array("%PDF-1.7 Minutes of the meeting of all those who watch swifts".utf8), name: "Minutes.pdf",
            type: "application/pdf", as: bob)
        if let place = Location(millionthsNorth: 50_087_000, millionthsEast: 14_420_800, label: "Old Town Hall") {
            world.perform(place.message(), as: bob)
        }
        world.attach(
            [UInt8](repeating: 0, count: 100_000), name: "flight.mov", type: "video/quicktime", as: ann, left: 40_000)
        return world
    }

    /// A message with a link, between others.
    public static var link: PreviewWorld {
        var world = PreviewWorld()
        world.say("Did you see the swifts?", as: ann)
        world.say("They are back: https://example.org/swifts", as: bob)
        world.say("At last!", as: ann)
        return world
    }

    /// What the page says that ``link`` leads to. Its picture can't be loaded.
    public static var linkCards: [String: LinkCard] {
        let link = "https://example.org/swifts"
        let preview = LinkPreview(
            link: link, title: "Swifts never land", summary: "They sleep, eat and mate on the wing.", site: "Birds",
            image: LinkPreview.Image(
                path: "/v1/previews/images/1", dimensions: ChatWire.Attachment.Dimensions(width: 1_200, height: 630)))
        return [link: LinkCard(preview, image: URL(string: "https://chat.invalid/v1/previews/images/1"))]
    }

    /// The beginning of a PNG of that size: enough for a server to know it by.
    private static func photo(width: UInt32, height: UInt32) -> [UInt8] {
        let size = [width, height].flatMap { side in
            [24, 16, 8, 0].map { shift in UInt8(truncatingIfNeeded: side >> shift) }
        }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
    }

    /// A talk of names and words that run from right to left.
    public static var rightToLeft: PreviewWorld {
        var world = PreviewWorld(names: ["ann", "דנה"])
        world.say("שלום, הקישור הוא https://example.org/a", as: bob)
        world.say("תודה", as: ann)
        return world
    }

    /// So many messages, by turns.
    public static func long(_ count: Int) -> PreviewWorld {
        var world = PreviewWorld()
        for number in 0..<count {
            let text = String(repeating: "word ", count: 1 + number * 7 % 23)
            world.say("\(number): \(text)", as: number / 3 % 2)
        }
        return world
    }
}
