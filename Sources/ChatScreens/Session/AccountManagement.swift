import ChatModel
import ChatStore
import ChatUI

/// What the screens of a session leave out if the app has signed in its user
/// (``ChatSession/managesAccounts``).
struct AccountManagement: Hashable, Sendable {
    /// Whether the user manages accounts on the session's screens.
    let isOffered: Bool

    /// The sheet to show; `nil` for one that adds, changes or removes accounts.
    func sheet(_ sheet: Navigation.Sheet?) -> Navigation.Sheet? {
        if isOffered { return sheet }
        return switch sheet {
        case .server, .settings, .signIn, .account, nil: nil
        case .join, .newGroup, .findRooms, .findMessages, .members, .links, .linkedRoom, .blocked, .newMessage,
            .roomSettings, .reports, .serverBans, .profile:
            sheet
        }
    }

    /// The menu above the list of rooms. Where settings are offered, they have the same entries.
    func userMenu(_ entries: [UserMenuEntry]) -> [UserMenuEntry] { isOffered ? [] : entries }

    /// The banner to show. The app's own screens rename the user and sign them in again; a new try
    /// asks the app for a token.
    func notice(_ notice: ConnectionNotice?) -> ConnectionNotice? {
        guard !isOffered, var notice else { return notice }
        switch notice.remedy {
        case .rename, .signIn: notice.remedy = .reconnect
        case .reconnect, .forget, nil: break
        }
        return notice
    }
}

extension ChatSession {
    /// The sheets and banners that this session's screens show.
    var management: AccountManagement { AccountManagement(isOffered: managesAccounts) }

    /// The sheet on the screen.
    var sheet: Navigation.Sheet? { management.sheet(store.state.navigation.sheet) }
}
