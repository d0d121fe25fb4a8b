/// What the system reports about the whole app. In hosts of UIKit and AppKit, which have no
/// `scenePhase`, the host reports it.
enum AppEvent: Hashable, Sendable {
    /// The user can use the app.
    case becameActive
    /// Another app, or something of the system's, is in front.
    case resigned
    /// The app is not on the screen any more.
    case enteredBackground
    /// The device is in another time zone.
    case timeZoneChanged
    /// The device was unlocked: its files can be read.
    case unlocked

    /// Whether the user looks at the app; `nil` if that is as before.
    var isActive: Bool? {
        switch self {
        case .becameActive: true
        case .resigned, .enteredBackground: false
        case .timeZoneChanged, .unlocked: nil
        }
    }

    /// Whether the system may end the process at any time from now on.
    var mayEnd: Bool {
        switch self {
        case .becameActive, .resigned, .timeZoneChanged, .unlocked: false
        case .enteredBackground: true
        }
    }
}
