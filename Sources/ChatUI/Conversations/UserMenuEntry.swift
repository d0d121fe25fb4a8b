import ChatModel

/// What leads from the list of rooms, or the settings, to the screens about the user.
public enum UserMenuEntry: Hashable, Sendable, CaseIterable {
    /// The user's own name, picture and line, such as `ProfileSheet`.
    case profile
    /// The people whom the user blocks, such as `BlockedSheet`.
    case blocked
    /// The reports and held messages of all rooms, such as `ReportsSheet`.
    case reports
    /// The bans from the server, such as `ServerBansSheet`.
    case serverBans

    /// The entries for a user, in the order of the menu.
    ///
    /// - Parameters:
    ///   - hasProfile: Whether the user's profile is known.
    ///   - isAdministrator: Whether the user is an administrator of the server.
    public static func entries(hasProfile: Bool, isAdministrator: Bool) -> [UserMenuEntry] {
        allCases.filter { entry in
            switch entry {
            case .profile: hasProfile
            case .blocked: true
            case .reports, .serverBans: isAdministrator
            }
        }
    }

    /// The label.
    public var title: String {
        switch self {
        case .profile: localized("Your profile")
        case .blocked: localized("Blocked people")
        case .reports: localized("Reports of all rooms")
        case .serverBans: localized("Bans from the server")
        }
    }

    /// The name of its symbol (SF Symbols 4).
    public var symbol: String {
        switch self {
        case .profile: "person.crop.circle"
        case .blocked: "hand.raised"
        case .reports: "exclamationmark.bubble"
        case .serverBans: "nosign"
        }
    }
}
