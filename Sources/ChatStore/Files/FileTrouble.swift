import ChatCore
import ChatModel
import ChatWire

/// Why a file can't be loaded.
enum FileTrouble: Error {
    /// There is no current account, or its journal is not open yet.
    case noClient

    /// The sentence for the user.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as WireError: error.text
        case let error as StorageError: "\(error)"
        case is FileTrouble: localized("This file's account is not open. Open the account, then try again.")
        default: localized("The file could not be downloaded. Try again when you are connected.")
        }
    }
}
