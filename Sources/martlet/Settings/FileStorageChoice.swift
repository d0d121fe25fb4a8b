import ChatS3

/// Whether a server takes files, and where it keeps them.
enum FileStorageChoice: Hashable, Sendable, CustomStringConvertible {
    case off
    /// In the data folder.
    case folder
    case bucket(S3Address)

    /// `nil` for a text that is none of them.
    init?(_ text: String) {
        switch text {
        case "on": self = .folder
        case "off": self = .off
        default:
            guard let address = S3Address(text) else { return nil }
            self = .bucket(address)
        }
    }

    var description: String {
        switch self {
        case .off: "off"
        case .folder: "on"
        case .bucket(let address): address.description
        }
    }
}
