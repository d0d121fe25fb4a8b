import ChatModel
import Foundation

/// Why there is no location.
public enum LocationTrouble: LocalizedError, Hashable {
    /// The user does not allow it.
    case refused
    /// The device does not know it.
    case unknown

    /// What the user is told.
    public var sentence: String {
        switch self {
        case .refused:
            localized("This app is not allowed to use your location. Allow it in the system's settings.")
        case .unknown: localized("Your location could not be determined. Try again.")
        }
    }

    /// The sentence for the user.
    public var errorDescription: String? { sentence }
}
