import ChatCore

/// A question in the composer's place, and the text typed so far. The text is not a draft.
package struct Prompt: Hashable, Sendable {
    package var purpose: Purpose
    package internal(set) var editor = Editor()

    init(_ purpose: Purpose) { self.purpose = purpose }

    /// What the text is.
    package enum Purpose: Hashable, Sendable {
        /// The password of the account with this name. `leavesGuest`: whether the user loses what they
        /// have as a guest.
        case password(of: String, leavesGuest: Bool)
        /// The password of a new account; again, if `first` was typed before.
        case newAccount(String, first: String?)
        /// The invite without which the server makes no account.
        case invite(String, password: String)
        /// The present password, before it is changed.
        case oldPassword
        /// The new password; again, if `first` was typed before.
        case newPassword(old: String, first: String?)
        /// Nothing: the server is being asked. A user who types the password again, because of a slip,
        /// does not type it into the composer.
        case answer
    }

    /// What stands before the text, or where it would be.
    var label: String {
        switch purpose {
        case .password, .newAccount(_, nil), .oldPassword: "password"
        case .newAccount, .newPassword(_, .some): "again"
        case .newPassword(_, nil): "new password"
        case .invite: "invite"
        case .answer: "wait"
        }
    }

    /// What is asked for.
    var sentence: String {
        switch purpose {
        case .password(let name, let leavesGuest):
            "The password of “\(name)”."
                + (leavesGuest ? " This guest’s groups, direct rooms and drafts are lost; what waits is not sent." : "")
        case .newAccount(let name, nil): "A password for the new account “\(name)”."
        case .newAccount, .newPassword(_, .some): "The same password again."
        case .invite: "Your invite, if you have one."
        case .oldPassword: "Your present password."
        case .newPassword(_, nil): "Your new password."
        case .answer: "Waiting for the server."
        }
    }

    /// What Esc does.
    var escape: String {
        purpose == .answer ? "Esc hides this, and the request goes on." : "Esc cancels."
    }

    /// Whether the text is a secret, which the screen does not show.
    private var isSecret: Bool {
        switch purpose {
        case .password, .newAccount, .oldPassword, .newPassword, .answer: true
        case .invite: false
        }
    }

    /// The editor as the screen shows it.
    var shown: Editor { isSecret ? editor.masked : editor }
}
