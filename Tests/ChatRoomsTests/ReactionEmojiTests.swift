import ChatRooms
import ChatWire
import Foundation
import Testing

/// Which emoji a server takes as reactions, and in which form.
@Suite struct ReactionEmojiTests {
    private let ann = Author(user: .issued(), name: "ann")

    /// The emoji that is submitted for a request; `nil` if it is refused.
    private func submitted(_ mutation: Mutation) -> String? {
        var session = Session(at: 0)
        let introduction = Session.Introduction(
            author: ann, token: "token", isReturning: false, device: .random(), server: "test", at: 0)
        _ = session.handle(.introduced(ref: 1, .init(), .success(introduction)), at: 0)
        _ = session.handle(.received(ClientFrame(ref: 2, request: .join(room: .lobby, since: nil))), at: 0)
        let request = ClientFrame.Request.mutate(room: .lobby, number: nil, after: nil, mutation)
        switch session.handle(.received(ClientFrame(ref: 3, request: request)), at: 0) {
        case .submit(_, .append(_, _, _, _, _, .react(_, let emoji, _))),
            .submit(_, .append(_, _, _, _, _, .unreact(_, let emoji, _))):
            return emoji
        default: return nil
        }
    }

    private func reaction(_ emoji: String) -> String? { submitted(.react(of: 1, emoji: emoji, on: true)) }

    /// Strings are compared by their bytes: U+FE0F makes the difference.
    private func isSame(_ one: String?, _ other: String) -> Bool {
        one.map { Array($0.utf8) == Array(other.utf8) } ?? false
    }

    @Test(arguments: [
        "👍", "👍🏽", "❤️", "🫠", "1️⃣", "#️⃣", "©️", "▪️", "🇨🇿", "🇪🇺", "🇽🇰", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴󠁧󠁢󠁷󠁬󠁳󠁿",
        "👨‍👩‍👧‍👦", "👩‍👦", "🧑‍🧑‍🧒‍🧒", "🧑‍🧒", "👩‍❤️‍👨", "🧑🏻‍❤️‍🧑🏿", "👨‍❤️‍💋‍👨", "🧑🏻‍🤝‍🧑🏿", "🫱🏻‍🫲🏿",
        "👩🏽‍🚀", "🧑‍⚕️", "👨‍🦰", "🧑‍🎄", "🤷🏾‍♀️", "🕵️‍♂️", "⛹🏽‍♀️", "🧟‍♂️", "🚶‍➡️", "🏃🏿‍♂️‍➡️", "🧑🏻‍🦽‍➡️",
        "🏴‍☠️", "🏳️‍🌈", "🏳️‍⚧️", "🐕‍🦺", "🐈‍⬛", "🐻‍❄️", "❤️‍🔥", "❤️‍🩹", "👁️‍🗨️", "😮‍💨", "😵‍💫", "😶‍🌫️", "🐦‍⬛",
        "🐦‍🔥", "🍋‍🟩", "🍄‍🟫", "⛓️‍💥", "🙂‍↔️",
    ])
    func `an emoji that Unicode recommends is a reaction, in any form`(_ emoji: String) {
        #expect(isSame(reaction(emoji), emoji))
        // Keyboards leave selectors out.
        let plain = String(String.UnicodeScalarView(emoji.unicodeScalars.filter { $0 != "\u{FE0F}" }))
        #expect(isSame(reaction(plain), emoji))
    }

    @Test func `a selector that says nothing is left out`() {
        #expect(isSame(reaction("👍\u{FE0F}"), "👍"))
    }

    @Test(arguments: [
        "👍‍👎", "😀‍😀", "❤️‍👍", "👍‍❤️", "👩‍👍", "🐕‍🔥", "🇦🇧", "🇽🇽", "🇨", "😀\u{E0067}\u{E0062}\u{E007F}",
        "🏴\u{E0067}\u{E0062}\u{E0078}\u{E007F}", "🏴\u{E007F}", "🏽", "🦰", "😀🏽", "👨🏽‍👩‍👧", "👩🏽‍❤️‍👨", "🧑‍🤝🏽‍🧑🏽", "👧‍👦",
        "🧑‍👧", "🫱‍💻", "♂️‍👮", "👮‍♂️‍➡️", "1️⃣‍1️⃣", "lol", "",
    ])
    func `what is no emoji is no reaction`(_ emoji: String) {
        #expect(reaction(emoji) == nil)
    }

    @Test func `a reaction that an older server took can be taken back`() {
        for emoji in ["👍‍👎", "🇦🇧", "lol"] {
            #expect(isSame(submitted(.react(of: 1, emoji: emoji, on: false)), emoji))
            #expect(isSame(submitted(.unreact(of: 1, emoji: emoji, user: ann.user)), emoji))
        }
        #expect(isSame(submitted(.react(of: 1, emoji: "❤", on: false)), "❤️"))
        #expect(isSame(submitted(.unreact(of: 1, emoji: "❤", user: ann.user)), "❤️"))
    }

    @Test func `an emoji that is over the limit in the log's form stays as it is`() {
        let kiss = "👩🏻\u{200D}❤\u{200D}💋\u{200D}👨🏿"
        #expect(kiss.utf8.count == Limits.emojiBytes)
        #expect(isSame(reaction(kiss), kiss))
    }

    @Test func `every emoji that a client offers is a reaction`() throws {
        let emoji = try EmojiPicker.emoji()
        #expect(emoji.count > 1_500)
        for one in emoji where !isSame(reaction(one), one) { Issue.record("\(one) is refused or changed") }
    }
}

/// The emoji of the page's picker.
private enum EmojiPicker {
    static func emoji() throws -> [String] {
        let page = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/MartletPage/Page")
        let file = try String(contentsOf: page.appending(path: "emoji-names.js"), encoding: .utf8)
        let text = file.split(separator: "\n").filter { !$0.hasPrefix("//") }.joined(separator: "\n")
        // Groups of lines, an emoji on each, between backticks; then the letters of flags.
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        let lines = parts.enumerated().filter { !$0.offset.isMultiple(of: 2) }.flatMap {
            $0.element.split(separator: "\n")
        }
        let countries = text.split(separator: "countries = \"").last?.prefix { $0 != "\"" } ?? ""
        return lines.compactMap { $0.split(separator: " ").first.map(String.init) }
            + countries.split(separator: " ").map(flag)
    }

    private static func flag(_ letters: Substring) -> String {
        letters.unicodeScalars.reduce(into: "") { flag, letter in
            if let scalar = Unicode.Scalar(letter.value - 0x41 + 0x1F1E6) { flag.unicodeScalars.append(scalar) }
        }
    }
}
