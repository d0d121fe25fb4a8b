/// A client's journal and files.
extension Limits {
    /// Bytes of a journal.
    package static let journalBytes = 268_435_456
    /// Bytes of one record of a journal.
    package static let journalRecordBytes = 8_388_608
    /// Bytes of a draft that a journal keeps. As JSON it may have six times as many.
    package static let draftBytesKept = 1_048_576
    /// From this size in bytes on, a journal is compacted when it has doubled since the last time.
    package static let journalCompactBytes = 1_048_576
    /// Records of a newer version that are kept unread.
    package static let journalForeignRecords = 1_024
    /// Damaged journals that are kept beside the current one.
    package static let damagedJournals = 100
    /// Bytes of a file that are read, written or sent at once.
    package static let filePartBytes = 65_536
    /// Bytes of the reply to an upload.
    package static let fileAnswerBytes = 16_384
}
