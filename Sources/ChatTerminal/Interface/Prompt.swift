import ChatCore

/// A question in the composer's place, and the text typed so far. The text is not a draft.
package struct Prompt: Hashable, Sendable {
    package var purpose: Purpose
    package internal(set) var editor = Editor()

    init(_ purpose: Purpose) { self.purpose = purpose }

    /// What the text is.
    package enum Purpose: Hashable, Sendable {
        /// The password of the account with this name. `leavesGuest`: whether the user loses what
        /// they have as a guest.
        case password(of: String, leavesGuest: Bool)
        /// The password of a new account; again, if `first` was typed before.
        case newAccount(String, first: String?)
        /// The invite without which the server makes no account.
        case invite(String, password: String)
        /// The present password, before it is changed.
        case oldPassword
        /// The new password; again, if `first` was typed before.
        case newPassword(old: String, first: String?)
        /// Nothing: the server is being asked. A user who types the password again, because of a
        /// slip, does not type it into the composer.
        case answer
        /// How long and why somebody is muted or banned; why they are removed.
        case sanction(Sanction.Kind, Author, in: RoomName)
        /// What the user says about the message that they report.
        case report(Seq, Report.Reason, in: RoomName)
        /// Why somebody else's message is deleted.
        case deletion(Seq, in: RoomName)
    }

    /// Whether it is about the room on the screen. Then it ends when the user goes to another room.
    /// A password is asked for until it is there, so that it is not typed into the composer.
    var isAboutRoom: Bool {
        switch purpose {
        case .sanction, .report, .deletion: true
        case .password, .newAccount, .invite, .oldPassword, .newPassword, .answer: false
        }
    }

    /// What stands before the text, or where it would be.
    var label: String {
        switch purpose {
        case .password, .newAccount(_, nil), .oldPassword: localized("password")
        case .newAccount, .newPassword(_, .some): localized("again")
        case .newPassword(_, nil): localized("new password")
        case .invite: localized("invite ##a code")
        case .answer: localized("wait")
        case .sanction(.remove, _, _), .deletion: localized("reason")
        case .sanction: localized("time and reason")
        case .report: localized("report ##a verb")
        }
    }

    /// What is asked for.
    var sentence: String {
        switch purpose {
        case .password(let name, let leavesGuest):
            leavesGuest
                ? localized(
                    "The password of “\(name)”. This guest’s groups, direct rooms and drafts are lost; what waits is not sent."
                ) : localized("The password of “\(name)”.")
        case .newAccount(let name, nil): localized("A password for the new account “\(name)”.")
        case .newAccount, .newPassword(_, .some): localized("The same password again.")
        case .invite: localized("Your invite, if you have one.")
        case .oldPassword: localized("Your present password.")
        case .newPassword(_, nil): localized("Your new password.")
        case .answer: localized("Waiting for the server.")
        case .sanction(.remove, let person, _): localized("Remove \(person.name) from the group? A reason may follow.")
        case .sanction(.mute, let person, _):
            localized("For how long do you mute \(person.name)? 30m, 24h or 7d; for good without it.")
        case .sanction(.ban, let person, _):
            localized("For how long do you ban \(person.name)? 30m, 24h or 7d; for good without it.")
        case .sanction(.serverBan, let person, _):
            localized("For how long do you ban \(person.name) from the server? 30m, 24h or 7d; for good without it.")
        case .report(_, let reason, _):
            localized("\(reason.title): in your own words, if you like. Enter reports.")
        case .deletion: localized("Why do you delete this message?")
        }
    }

    /// What Esc does.
    var escape: String {
        localized(purpose == .answer ? "Esc hides this, and the request goes on." : "Esc cancels.")
    }

    /// Whether the text is a secret, which the screen does not show.
    private var isSecret: Bool {
        switch purpose {
        case .password, .newAccount, .oldPassword, .newPassword, .answer: true
        case .invite, .sanction, .report, .deletion: false
        }
    }

    /// The editor as the screen shows it.
    var shown: Editor { isSecret ? editor.masked : editor }
}
