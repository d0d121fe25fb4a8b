import ChatCore

/// A text that the user is asked for, in the composer's place. It is no draft, and goes nowhere
/// but to what asked for it.
package struct Prompt: Hashable, Sendable {
    package var purpose: Purpose
    package internal(set) var editor = Editor()

    init(_ purpose: Purpose) { self.purpose = purpose }

    /// What the text is.
    package enum Purpose: Hashable, Sendable {
        /// The password of the account with this name.
        case password(of: String)
        /// The password of a new account; again, if `first` was typed before.
        case newAccount(String, first: String?)
        /// The invite without which the server makes no account.
        case invite(String, password: String)
        /// The present password, before it is changed.
        case oldPassword
        /// The new password; again, if `first` was typed before.
        case newPassword(old: String, first: String?)
    }

    /// What stands before the text.
    var label: String {
        switch purpose {
        case .password, .newAccount(_, nil), .oldPassword: "password"
        case .newAccount, .newPassword(_, .some): "again"
        case .newPassword(_, nil): "new password"
        case .invite: "invite"
        }
    }

    /// What is asked for.
    var sentence: String {
        switch purpose {
        case .password(let name): "The password of \(name)."
        case .newAccount(let name, nil): "A password for the new account \(name)."
        case .newAccount, .newPassword(_, .some): "The same password again."
        case .invite: "This server asks for an invite."
        case .oldPassword: "Your present password."
        case .newPassword(_, nil): "Your new password."
        }
    }

    /// Whether the text is a secret, which the screen does not show.
    private var isSecret: Bool {
        switch purpose {
        case .password, .newAccount, .oldPassword, .newPassword: true
        case .invite: false
        }
    }

    /// The editor as the screen shows it.
    var shown: Editor { isSecret ? editor.masked : editor }
}
