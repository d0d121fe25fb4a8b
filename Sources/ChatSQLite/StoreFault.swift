import ChatRooms
import ChatSQL
import Foundation
import GRDB

extension StoreError {
    /// Classifies an error.
    ///
    /// - Parameter systemError: The `errno` that SQLite recorded with it, if any.
    init(_ error: any Error, _ phase: StorePhase, systemError: Int32 = 0) {
        switch error {
        case let error as StoreError: self = error
        case let damage as Damage: self = .damaged("The database is damaged: \(damage.sentence).")
        case let error as DatabaseError:
            self = StoreError.made(of: error, phase, systemError)
        default: self = phase == .reading ? .unreadable("\(error)") : .failed("\(error)")
        }
    }

    private static func made(of error: DatabaseError, _ phase: StorePhase, _ systemError: Int32) -> StoreError {
        let sentence = "The database failed: \(error.summary)."
        switch error.resultCode {
        // GRDB reports this on a closed connection.
        case .SQLITE_MISUSE: return .closed
        case .SQLITE_FULL: return .full(sentence)
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_WRITE && isNoRoom(systemError):
            return .full(sentence)
        case _ where phase == .committing: return .failed(sentence)
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_CANTOPEN, .SQLITE_NOMEM, .SQLITE_INTERRUPT: return .busy(sentence)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_CONSTRAINT: return .unreadable(sentence)
        case _ where phase == .reading: return .unreadable(sentence)
        case .SQLITE_IOERR where isRead(error.extendedResultCode): return .unreadable(sentence)
        default: return .failed(sentence)
        }
    }

    private static func isRead(_ code: ResultCode) -> Bool {
        code == .SQLITE_IOERR_READ || code == .SQLITE_IOERR_SHORT_READ
    }
}
