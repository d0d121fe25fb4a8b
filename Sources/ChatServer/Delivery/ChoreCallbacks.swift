import ChatRooms
import ChatWire

/// Who waits for the chores of a commit (``CommitChores``).
struct ChoreCallbacks: Sendable {
    typealias Recorded = CheckedContinuation<Result<FileOutcome, WireError>, Never>

    /// One for each file, in the order of the files.
    var files: [Recorded] = []
    /// Called with how far the expiry came; not called after a refusal or a failure.
    var expired: (@Sendable (Expired) -> Void)?

    func call(_ committed: Committed) {
        for (file, outcome) in zip(files, committed.files) { file.resume(returning: outcome) }
        if let done = committed.expired { expired?(done) }
    }
}
