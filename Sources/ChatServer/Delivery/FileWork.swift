import ChatRooms
import ChatWire

/// What is to be done in the next commit beside what connections ask: about files, and about messages past their time.
struct FileWork: Sendable {
    /// To be recorded, and who waits for that. As many as there may be uploads.
    var files: [(file: FileRecord, done: CheckedContinuation<Result<FileOutcome, WireError>, Never>)] = []
    /// Forget what was recorded before this and has no message.
    var unusedBefore: Int64?

    /// A step that wipes expired messages, and the function that gets its progress.
    var expiry: (step: Expiry, done: @Sendable (Expired) -> Void)?

    var isEmpty: Bool { files.isEmpty && unusedBefore == nil && expiry == nil }
}
