/// A client's journal and files.
extension Limits {
    /// Bytes of a journal.
    public static let journalBytes = 268_435_456
    /// Bytes of one record of a journal.
    public static let journalRecordBytes = 8_388_608
    /// Bytes of a draft that a journal keeps. As JSON it may have six times as many.
    public static let draftBytesKept = 1_048_576
    /// From this size in bytes on, a journal is compacted when it has doubled since the last time.
    public static let journalCompactBytes = 1_048_576
    /// Records of a newer version that are kept unread.
    public static let journalForeignRecords = 1_024
    /// Damaged journals that are kept beside the current one.
    public static let damagedJournals = 100
    /// Bytes of a file that are read, written or sent at once.
    public static let filePartBytes = 65_536
    /// Bytes of the reply to an upload.
    public static let fileAnswerBytes = 16_384
}
