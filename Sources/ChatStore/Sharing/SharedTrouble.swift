import ChatCore
import ChatWire
import Foundation

/// Why a client does not take a shared message.
package enum SharedTrouble {
    /// Whether the message can be sent later, as it is: the disk is full or fails, too much waits
    /// in the outbox, or the client was closed.
    package static func mayPass(_ error: any Error) -> Bool {
        switch error {
        case let error as WireError: [.outboxFull, .notKept].contains(error.code)
        case is StorageError, is CancellationError: true
        default: isFullDisk(error)
        }
    }

    private static func isFullDisk(_ error: any Error) -> Bool {
        if (error as? CocoaError)?.code == .fileWriteOutOfSpace { return true }
        if let code = (error as? POSIXError)?.code { return code == .ENOSPC || code == .EDQUOT }
        #if canImport(ObjectiveC)
            let system = error as NSError
            // `AVError.Code.diskFull`: no room for the copy of a video without its location.
            if system.domain == "AVFoundationErrorDomain", system.code == -11_823 { return true }
            return system.underlyingErrors.contains(where: isFullDisk)
        #else
            return false
        #endif
    }
}
