import ChatCore
import ChatWire

/// Why a file can't be had.
enum FileTrouble: Error {
    /// No account is in use, or its journal is not open yet.
    case noClient

    /// For whoever wanted it.
    static func sentence(_ error: any Error) -> String {
        switch error {
        case let error as WireError: error.text
        case let error as StorageError: "\(error)"
        case is FileTrouble: "There is no connection to the server of this file."
        default: "The file could not be fetched. Try again when there is a connection."
        }
    }
}
