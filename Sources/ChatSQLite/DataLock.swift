import ChatRooms
import ChatSQL
import Foundation

/// Keeps a second server away from the database by a lock on a file beside it. The lock ends with
/// ``release()``, with this object, or with the process.
///
/// The system drops the lock with the process, even after `kill -9`. So a remaining lock file means
/// nothing.
public final class DataLock: Sendable {
    private let descriptor: Int32
    private let path: String
    private let file: DatabaseIdentity

    /// Takes the lock of a data folder whose log is elsewhere.
    ///
    /// - Throws: ``StoreError/unusable(_:)`` if another process has it.
    public convenience init(of paths: DataPaths) throws(StoreError) { try self.init(database: paths.database) }

    init(database: String) throws(StoreError) {
        path = database + ".lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw .unusable("\(path) can't be written (\(systemError())): check who owns its folder.")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let reason = errno
            close(descriptor)
            throw .unusable(
                reason == EWOULDBLOCK
                    ? "\(database) is in use by another server: stop that one, or choose another data folder."
                    : "\(path) can't be locked (\(systemError(reason))): keep the data on a file system that has locks."
            )
        }
        do {
            file = try DatabaseIdentity(of: descriptor)
        } catch {
            close(descriptor)
            throw .unusable("\(path) can't be looked at (\(error)): check the disk.")
        }
    }

    /// Whether the lock's file is still at its path. If not, another process may have made a new
    /// one, and locked that.
    var isInPlace: Bool { DataFolder.holds(file, at: path) }

    /// Whether a process has the lock. If none has it, the lock is taken for a moment: ask only
    /// after taking it has failed.
    static func isHeld(_ database: String) -> Bool {
        let descriptor = open(database + ".lock", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
    }

    /// Releases the lock. Calling it twice does no harm.
    func release() { _ = flock(descriptor, LOCK_UN) }

    deinit { close(descriptor) }
}

extension DataPaths {
    /// Whether a server, or a command that writes, is at work on the folder. Ask only after opening
    /// it has failed: asking takes the lock for a moment.
    public var isInUse: Bool { DataLock.isHeld(database) }
}
