import ChatModel
import ChatWire

/// Why a voice message is not played.
struct VoiceTrouble: Hashable, Sendable {
    /// What has failed.
    enum Reason: Hashable, Sendable {
        /// The file is not on this device, and could not be downloaded. The next tap tries again.
        case notDownloaded
        /// The system can't play the file.
        case notPlayable
    }

    /// The voice message.
    let file: FileID
    /// What has failed.
    let reason: Reason

    /// Whether a tap opens the file, to share it where it can be played.
    var opensFile: Bool { reason == .notPlayable }

    /// What the user is told.
    var sentence: String {
        switch reason {
        case .notDownloaded: localized("The file could not be downloaded. Try again when you are connected.")
        case .notPlayable: localized("It can't be played here. Open it to share it.")
        }
    }
}
