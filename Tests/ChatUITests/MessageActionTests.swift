import ChatModel
import ChatWire
import Testing

@testable import ChatUI

/// The menus of messages, and how an app changes them.
@MainActor
struct MessageActionTests {
    private let bubble = MessageActionTests.bubble(isOwn: false)

    private static func bubble(isOwn: Bool, body: Row.Body = .text("hello", payload: nil)) -> Row.Bubble {
        Row.Bubble(
            seq: 5, ticket: nil, author: Author(user: UserID(high: 1, low: 1), name: "ann"), isOwn: isOwn, at: 0,
            body: body)
    }

    private func kinds(_ actions: [MessageAction]) -> [MessageAction.Kind] { actions.map(\.kind) }

    @Test func `a menu has reactions, reports, and what the user may do`() {
        let others = MessageAction.defaults(for: bubble)
        #expect(kinds(others) == [.react, .report, .reply, .copy, .block])
        #expect(others[0].choices.map(\.title) == BubbleAction.emoji)
        #expect(others[1].choices.map(\.action) == BubbleAction.reports(of: bubble))
        let own = MessageAction.defaults(for: Self.bubble(isOwn: true))
        #expect(kinds(own) == [.react, .reply, .copy, .edit, .delete])
        var muted = MessageRights()
        (muted.posts, muted.edits) = (false, false)
        #expect(kinds(MessageAction.defaults(for: bubble, rights: muted)) == [.report, .copy, .block])
        var reading = muted
        reading.acts = false
        #expect(kinds(MessageAction.defaults(for: bubble, rights: reading)) == [.copy])
        var folded = bubble
        folded.isBlocked = true
        #expect(kinds(MessageAction.defaults(for: folded)) == [.report, .reveal, .block])
        #expect(kinds(MessageAction.defaults(for: folded, rights: reading)) == [.reveal])
        #expect(kinds(MessageAction.defaults(for: folded, isRevealed: true)).contains(.react))
        #expect(MessageAction.defaults(for: Self.bubble(isOwn: true, body: .deleted)).isEmpty)
    }

    @Test func `an app leaves entries out, sorts them and adds others, one change after the other`() {
        var rule = MessageActionRule()
        rule.add { actions, _ in actions.filter { $0.kind != .report && $0.kind != .block } }
        var translated: [Seq?] = []
        rule.add { actions, message in
            #expect(!actions.contains { $0.kind == .report })
            let own = MessageAction("Translate", symbol: "globe") { translated.append($0.seq) }
            return message.isOwn ? actions : [own] + actions.reversed()
        }
        let actions = rule.actions(for: bubble, rights: MessageRights(), isRevealed: false)
        #expect(kinds(actions) == [.custom("Translate"), .copy, .reply, .react])
        #expect(Set(actions.map(\.id)).count == actions.count)
        actions[0].perform(on: bubble) { _ in Issue.record("An app's own entry is not ChatUI's.") }
        #expect(translated == [5])
        let own = rule.actions(for: Self.bubble(isOwn: true), rights: MessageRights(), isRevealed: false)
        #expect(kinds(own) == [.react, .reply, .copy, .edit, .delete])
    }

    @Test func `an app offers reactions of its own`() {
        var rule = MessageActionRule()
        rule.add { defaults, message in
            defaults.map { entry in
                guard entry.kind == .react else { return entry }
                let own = ["👍", "🎉", "👀"].compactMap { BubbleAction.toggle($0, on: message) }
                return MessageAction(entry.title, symbol: entry.symbol, actions: own.map { MessageAction($0) })
            }
        }
        let actions = rule.actions(for: bubble, rights: MessageRights(), isRevealed: false)
        #expect(kinds(actions) == [.custom("React"), .report, .reply, .copy, .block])
        #expect(actions[0].actions.map(\.title) == ["React with 👍", "React with 🎉", "React with 👀"])
        var performed: [BubbleAction] = []
        for entry in actions[0].actions { entry.perform(on: bubble) { performed.append($0) } }
        #expect(performed.dropFirst().first == .change(.react(of: 5, emoji: "🎉", on: true)))
        var muted = MessageRights()
        (muted.posts, muted.edits) = (false, false)
        #expect(kinds(rule.actions(for: bubble, rights: muted, isRevealed: false)) == [.report, .copy, .block])
    }

    @Test func `an entry performs its action, a submenu does nothing by itself`() {
        var performed: [BubbleAction] = []
        for action in MessageAction.defaults(for: bubble) { action.perform(on: bubble) { performed.append($0) } }
        #expect(performed == BubbleAction.menu(for: bubble))
        let context = MenuContext(
            message: MessageContext(bubble: bubble, isRevealed: false) { performed.append($0) },
            actions: [MessageAction(.copy("hello"))])
        context.perform(context.actions[0])
        #expect(performed.last == .copy("hello"))
    }

    @Test func `VoiceOver offers the same entries without submenus`() {
        let spoken = MessageAction.defaults(for: bubble).spoken
        #expect(spoken.first?.title == "React with 👍")
        #expect(spoken.filter { $0.kind == .react }.map(\.title) == BubbleAction.emoji.map { "React with \($0)" })
        #expect(Set(spoken.map(\.id)).count == spoken.count)
        #expect(spoken.filter { $0.kind == .report }.count == Report.Reason.allCases.count)
        #expect(spoken.allSatisfy { $0.choices.isEmpty })
        let own = [MessageAction("Translate", symbol: "globe") { _ in }]
        #expect(own.spoken.map(\.title) == ["Translate"])
    }

    @Test func `an app's submenu has its own entries and ChatUI's, and VoiceOver says where they are`() throws {
        var chosen: [String] = []
        func language(_ name: String) -> MessageAction {
            MessageAction(name, symbol: "globe") { _ in chosen.append(name) }
        }
        let translate = MessageAction("Translate", symbol: "globe", actions: [language("German"), language("Czech")])
        #expect(translate.hasSubmenu && translate.choices.isEmpty && translate.kind == .custom("Translate"))
        #expect(translate.actions.map(\.title) == ["German", "Czech"])
        translate.perform(on: bubble) { _ in Issue.record("A submenu does nothing.") }
        translate.actions[1].perform(on: bubble) { _ in Issue.record("An app's own entry is not ChatUI's.") }
        #expect(chosen == ["Czech"])

        var rule = MessageActionRule()
        rule.add { defaults, _ in
            let more = defaults.filter { [.report, .block].contains($0.kind) }
            return defaults.filter { $0.kind == .reply }
                + [language("German"), translate, MessageAction("More", symbol: "ellipsis", actions: more)]
        }
        let actions = rule.actions(for: bubble, rights: MessageRights(), isRevealed: false)
        #expect(actions.map(\.title) == ["Reply", "German", "Translate", "More"])
        // One level: in place of the submenu of reasons there are the reasons.
        let reasons = BubbleAction.reports(of: bubble).map(\.title)
        #expect(actions[3].actions.map(\.title) == reasons + ["Block this person"])
        #expect(actions[3].actions.allSatisfy { !$0.hasSubmenu })
        let nested = MessageAction("Outer", symbol: "ellipsis", actions: [translate, language("Latin")])
        #expect(nested.actions.map(\.title) == ["German", "Czech", "Latin"])

        #expect(actions.spoken.map(\.title).prefix(4) == ["Reply", "German", "Translate: German", "Translate: Czech"])
        #expect(actions.spoken.last?.title == "More: Block this person")
        #expect(Set(actions.spoken.map(\.id)).count == actions.spoken.count)
        try #require(actions.spoken.first { $0.title == "Translate: German" }).perform(on: bubble) { _ in }
        #expect(chosen == ["Czech", "German"])
    }

    @Test func `a submenu without entries is not in the menu`() {
        var rule = MessageActionRule()
        rule.add { _, _ in [MessageAction("Empty", symbol: "ellipsis", actions: []), MessageAction(.copy("x"))] }
        #expect(kinds(rule.actions(for: bubble, rights: MessageRights(), isRevealed: false)) == [.copy])
    }

    @Test func `deleting entries are marked, and say what they are about`() {
        let sanction = MessageAction(.sanction(.ban, bubble.author))
        #expect(sanction.isDestructive && sanction.kind == .sanction)
        #expect(MessageAction(.copy("x")).isDestructive == false)
        #expect(BubbleAction.change(.message(text: "x", reply: nil, payload: nil)).kind == .other)
        #expect(BubbleAction.change(.react(of: 1, emoji: "👍", on: true)).kind == .react)
        #expect(BubbleAction.hide(Ticket(1)).kind == .discard)
    }

    @Test func `an app's view answers a message with its own content`() {
        var performed: [BubbleAction] = []
        let message = MessageContext(bubble: bubble, isRevealed: false) { performed.append($0) }
        let payload = Payload(type: "example.vote", data: "1")
        message.send("Yes", payload: payload, isReply: true)
        message.send("No")
        #expect(
            performed == [
                .change(.message(text: "Yes", reply: 5, payload: payload)),
                .change(.message(text: "No", reply: nil, payload: nil)),
            ])
    }

    @Test func `a payload is decoded, or its message shows the text`() {
        struct Poll: Decodable, Equatable {
            var answers: [String]
        }
        let body = Row.Body.text("Tea?", payload: Payload(type: "example.poll", data: #"{"answers":["yes","no"]}"#))
        #expect(body.payload?.decoded(as: Poll.self) == Poll(answers: ["yes", "no"]))
        for data in ["", "{}", "[", #"{"answers":1}"#, String(repeating: "[", count: 10_000)] {
            #expect(Payload(type: "example.poll", data: data).decoded(as: Poll.self) == nil)
        }
        #expect(Row.Body.deleted.payload == nil && Row.Body.text("x", payload: nil).payload == nil)
    }
}
