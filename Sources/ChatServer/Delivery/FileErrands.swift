import ChatRooms
import ChatWire

/// What is to be done about files in the next commit, beside what connections ask.
struct FileErrands: Sendable {
    /// To be recorded, and who waits for that. As many as there may be uploads.
    var files: [(file: FileRecord, done: CheckedContinuation<Result<FileOutcome, WireError>, Never>)] = []
    /// Forget what was recorded before this and has no message.
    var unusedBefore: Int64?

    var isEmpty: Bool { files.isEmpty && unusedBefore == nil }
}
