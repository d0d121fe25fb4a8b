import ChatRooms
import ChatWire

/// The callers that wait for the chores of a commit (``CommitChores``).
struct ChoreCallbacks: Sendable {
    typealias Recorded = @Sendable (Result<FileOutcome, WireError>) -> Void

    /// One for each file, in the order of the files.
    var files: [Recorded] = []
    /// Called with how far the expiry came, or why nothing was done; not called after a failure.
    var expired: (@Sendable (Result<Expired, WireError>) -> Void)?
    /// Told whether the store has taken the commit.
    var asked: [CheckedContinuation<Bool, Never>] = []
    /// One for each removal, in their order.
    var removals: [CheckedContinuation<Result<Removed, WireError>, Never>] = []

    /// Takes those of the next commit, as ``CommitChores`` does.
    mutating func takeNext() -> ChoreCallbacks {
        var next = self
        self = ChoreCallbacks(removals: Array(next.removals.dropFirst()))
        next.removals = Array(next.removals.prefix(1))
        return next
    }

    func call(_ committed: Committed) {
        for (file, outcome) in zip(files, committed.files) { file(outcome) }
        if let done = committed.expired {
            expired?(.success(done))
        } else if let refusal = committed.choreRefusal {
            expired?(.failure(refusal))
        }
        for asked in asked { asked.resume(returning: committed.failure == nil) }
        // More than one only after a failure, which is the same for all.
        for removal in removals { removal.resume(returning: committed.removal ?? .failure(.overloaded)) }
    }
}
