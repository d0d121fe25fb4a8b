import Flux

// What becomes of a request when the screen that asked for it closes.
extension AccountPanel {
    /// Another screen opens: what the last request did is not shown there. A request that is under
    /// way goes on, and the next one waits for its end.
    mutating func clear() {
        let (isBusy, asker) = (isBusy, asker)
        self = AccountPanel()
        if isBusy { (self.isBusy, self.asker) = (isBusy, asker) }
    }

    /// The screen `closed` is gone. Its sign-in is given up; anything else goes on.
    mutating func screenClosed(_ closed: Navigation.Sheet?) {
        if let closed, closed.signsIn, closed == asker { isBusy = false }
    }

    /// Whether the request under way is to be cancelled: nobody waits for its end any more.
    static func isGivenUp(_ action: any Action, before: AppState, after: AppState) -> Bool {
        before.panel.isBusy && !after.panel.isBusy && !(action is AccountReport)
    }
}

extension Navigation.Sheet {
    /// Whether the screen asks for an account: its answer changes what is on the screen.
    var signsIn: Bool {
        switch self {
        case .server, .signIn: true
        case .join, .newGroup, .newMessage, .findRooms, .findMessages, .linkedRoom, .members, .links, .roomSettings,
            .reports, .serverBans, .settings, .account, .profile, .blocked:
            false
        }
    }
}
