import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct ChangeTextTests {
    private let ann = Author(user: UserID(high: 1, low: 1), name: "Ann")
    private let bob = Author(user: UserID(high: 2, low: 2), name: "Bob")

    private func change(_ kind: Row.Change.Kind, by author: Author? = nil, isOwn: Bool = false) -> Row.Change {
        Row.Change(seq: 1, at: 0, author: author ?? ann, isOwn: isOwn, kind: kind)
    }

    private func membership(
        _ action: MembershipChange.Action, _ subject: Row.Change.Subject, by author: Author? = nil,
        isOwn: Bool = false, reason: String? = nil
    ) -> Row.Change {
        change(.membership(action, of: subject, reason: reason), by: author, isOwn: isOwn)
    }

    private func left(after former: MembershipChange.Action, by author: Author? = nil) -> Row.Change {
        var change = membership(.leave, .author, by: author)
        change.former = former
        return change
    }

    /// Without the marks that isolate names.
    private func lines(_ changes: [Row.Change]) -> [String] {
        ChangeText(Row.Changes(changes)).lines.map {
            $0.replacingOccurrences(of: "\u{2068}", with: "").replacingOccurrences(of: "\u{2069}", with: "")
        }
    }

    @Test func `each change is a sentence`() {
        let cases: [(Row.Change, String)] = [
            (change(.made(SettingsChange(title: "Tea"))), "Ann made the room “Tea”"),
            (change(.made(SettingsChange()), isOwn: true), "You made the room"),
            (change(.settings(SettingsChange(title: "Tea"))), "Ann named the room “Tea”"),
            (change(.settings(SettingsChange(slowMode: 0)), isOwn: true), "You turned slow mode off"),
            (change(.settings(SettingsChange())), "Ann changed the room"),
            (change(.settings(SettingsChange(avatar: .removed))), "Ann removed the room's picture"),
            (membership(.invite, .other("Bob")), "Ann invited Bob"),
            (membership(.invite, .other(nil)), "Ann invited somebody"),
            (membership(.invite, .reader), "Ann invited you"),
            (membership(.join, .author, by: bob), "Bob joined"),
            (membership(.join, .other("Bob"), isOwn: true), "You let Bob in"),
            (membership(.leave, .author, isOwn: true), "You left"),
            (left(after: .invite), "Ann declined the invitation"),
            (left(after: .request), "Ann withdrew the request to join"),
            (left(after: .join), "Ann left"),
            (membership(.remove, .other("Bob"), reason: "Spam"), "Ann removed Bob: Spam"),
            (membership(.role(.moderator), .other("Bob")), "Ann made Bob a moderator"),
            (membership(.role(.member), .author), "Ann gave the role up"),
            (membership(.ban(until: MembershipChange.Action.forGood), .other("Bob")), "Ann banned Bob"),
            (membership(.unmute, .reader), "Ann unmuted you"),
            (change(.pin(of: 3, on: true)), "Ann pinned a message"),
        ]
        for (change, sentence) in cases { #expect(lines([change]) == [sentence]) }
        let several = change(.settings(SettingsChange(topic: "Leaves", posting: .moderators, slowMode: 30)))
        #expect(
            lines([several]) == [
                "Ann changed the topic to “Leaves”", "Ann lets only moderators write",
                "Ann set slow mode to 30 seconds",
            ])
        #expect(lines([membership(.mute(until: 1_000), .reader)])[0].hasPrefix("Ann muted you until "))
    }

    @Test func `a person to whom the same was done twice is named once`() {
        let changes = ["Bob", "Cleo", "Bob"].map { membership(.unmute, .other($0), isOwn: true) }
        #expect(lines(changes) == ["You unmuted Bob and Cleo"])
        #expect(lines([changes[0], changes[2]]) == ["You unmuted Bob"])
    }

    @Test func `what belongs together is one sentence`() {
        #expect(
            lines([
                membership(.invite, .other("Bob")), membership(.invite, .other("Cleo")), membership(.invite, .reader),
            ]) == ["Ann invited Bob, Cleo and you"])
        let people = (0..<9).map { Author(user: UserID(high: 9, low: $0), name: "P\($0)") }
        #expect(lines(people.map { membership(.join, .author, by: $0) }) == ["P0, P1, P2 and 6 others joined"])
        #expect(lines([change(.pin(of: 1, on: true)), change(.pin(of: 2, on: true))]) == ["Ann pinned 2 messages"])
        // A reason is about one person, and two people are two authors.
        #expect(
            lines([
                membership(.remove, .other("Bob"), reason: "Spam"), membership(.remove, .other("Cleo")),
                membership(.remove, .other("Dan"), by: bob),
            ]) == ["Ann removed Bob: Spam", "Ann removed Cleo", "Bob removed Dan"])
    }

    @Test func `many changes are folded into a count`() {
        let many = (0..<20).map { number in
            membership(number.isMultiple(of: 2) ? .mute(until: .max) : .unmute, .other("Bob"))
        }
        #expect(lines(many) == ["17 earlier changes", "Ann unmuted Bob", "Ann muted Bob", "Ann unmuted Bob"])
    }
}
