import ChatModel
import ChatStore
import ChatWire

extension PreviewWorld {
    /// A talk with everything in it: groups, a link, code, a reply, an edit, a deletion, reactions, a read mark.
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
