import ChatRooms
import Dispatch
import Logging

/// Deletes the bytes of files on a server that no longer accepts files.
///
/// A message with a file from earlier may still be deleted, expire or be erased, or its room may be
/// deleted. Then the file's bytes must leave the disk, too.
struct FormerFiles: Sendable {
    private let folder: FileFolder
    private let queue = DispatchQueue(label: "martlet.former-files")

    /// Opens the folder; `nil` if there is none, so that there are no files.
    init?(folder path: String) throws(StartError) {
        guard FileFolder.exists(path) else { return nil }
        folder = try FileFolder(path)
    }

    /// Deletes leftovers, and from now on the bytes of each file that a commit removes from the log.
    func begin(_ store: any MessageStore, _ committer: Committer, _ logger: Logger) {
        committer.onRemoval { [queue, folder] places in
            queue.async { for place in places { folder.discard(place) } }
        }
        queue.async { [folder] in
            do {
                let removed = folder.tidy(keeping: try store.filePlaces()).removed
                if removed > 0 { logger.info("removed leftovers of files", metadata: ["files": "\(removed)"]) }
            } catch {
                logger.warning("Leftovers of files stay until the next start.", metadata: ["error": "\(error)"])
            }
        }
    }
}
