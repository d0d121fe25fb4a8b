import ChatCore

/// What waits to be sent.
package struct Waiting: Hashable, Sendable {
    /// Messages, also those with files.
    package private(set) var messages = 0
    /// Edits, joins, changes of the profile, and all else.
    package private(set) var changes = 0

    package init(in chat: Chat) {
        for item in chat.outbox.items where item.isPending {
            if case .message = item.mutation { messages += 1 } else { changes += 1 }
        }
    }

    package var isEmpty: Bool { messages + changes == 0 }

    /// Adds to a sentence how many messages wait, or how many changes if no message does.
    func added(to sentence: String) -> String {
        if messages > 0 {
            return localized(
                messages, one: "\(sentence) 1 message waits.", other: "\(sentence) \(messages) messages wait.")
        }
        if changes == 0 { return sentence }
        return localized(changes, one: "\(sentence) 1 change waits.", other: "\(sentence) \(changes) changes wait.")
    }

    /// What is said after the chat ends; `nil` if nothing waits.
    package var farewell: String? {
        if messages > 0 {
            return localized(
                messages, one: "1 message waits, and is sent when you start martlet chat again.",
                other: "\(messages) messages wait, and are sent when you start martlet chat again.")
        }
        if changes == 0 { return nil }
        return localized(
            changes, one: "1 change waits, and is sent when you start martlet chat again.",
            other: "\(changes) changes wait, and are sent when you start martlet chat again.")
    }

    /// What the user is asked before they sign out.
    var signingOutQuestion: String {
        if messages > 0 {
            return localized(
                messages, one: "Sign out? 1 message waits, and would be lost.",
                other: "Sign out? \(messages) messages wait, and would be lost.")
        }
        if changes == 0 { return localized("Sign out?") }
        return localized(
            changes, one: "Sign out? 1 change waits, and would be lost.",
            other: "Sign out? \(changes) changes wait, and would be lost.")
    }
}
