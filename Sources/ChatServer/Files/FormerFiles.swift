import ChatRooms
import Dispatch
import Logging
import NIOConcurrencyHelpers

/// Deletes the bytes of files on a server that no longer accepts files.
///
/// A message with a file from earlier may still be deleted, expire or be erased, or its room may be
/// deleted. An upload that no message has taken expires. Then the file's bytes must leave the disk,
/// too.
struct FormerFiles: Sendable {
    private let folder: FileFolder
    private let queue = DispatchQueue(label: "martlet.former-files")
    /// `nil` until the age of the newest file is known.
    private let unused = NIOLockedValueBox<UnusedFiles?>(nil)

    /// Opens the folder; `nil` if there is none, so that there are no files.
    init?(folder path: String) throws(StartError) {
        guard FileFolder.exists(path) else { return nil }
        folder = try FileFolder(path)
    }

    /// Deletes leftovers, and from now on the bytes of each file that a commit removes from the
    /// log.
    ///
    /// - Parameters:
    ///   - age: How long a file waits for its message, in milliseconds.
    ///   - setAside: Makes a folder for leftovers that are not deleted.
    func begin(
        age: Int64, setAside: Files.SetAside?, _ store: any MessageStore, _ committer: Committer,
        metrics: ServerMetrics, clock: ServerClock,
        _ logger: Logger
    ) {
        committer.onRemoval { [queue, folder] places in
            queue.async { for place in places { folder.discard(place) } }
            metrics.filesRemoved.increment(by: places.count)
        }
        queue.async { [self] in
            do {
                folder.tidy(keeping: try store.filePlaces(), setAside: setAside).log(logger)
                let old = try UnusedFiles(age: age, store, committer, clock: clock)
                unused.withLockedValue { $0 = old }
                forgetUnused()
            } catch {
                logger.warning(
                    "Leftovers of files, and uploads that no message has taken, stay until the next start.",
                    metadata: ["error": "\(error)"])
            }
        }
    }

    /// Forgets files without a message. Called every ``ChatWire/Limits/unusedFilesInterval``
    /// seconds.
    func forgetUnused() { unused.withLockedValue { $0 }?.forget() }
}
