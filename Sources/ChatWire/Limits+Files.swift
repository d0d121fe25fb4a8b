/// Files and their uploads.
extension Limits {
    /// Bytes of a file: 25 MiB.
    public static let fileBytes = 26_214_400
    /// Bytes of UTF-8 in a file's name.
    public static let fileNameBytes = 255
    /// Bytes of a file's media type.
    public static let mediaTypeBytes = 127
    /// Pixels of an image. Viewers would need too much memory for a larger one.
    public static let filePixels: UInt64 = 50_000_000
    /// Photos that are shown as one album. More with the same number are shown as several albums.
    public static let albumPhotos = 10
    /// Bytes of a thumbnail.
    public static let thumbnailBytes: UInt64 = 131_072
    /// Pixels of a thumbnail on either side.
    public static let thumbnailPixels: UInt64 = 1_024
    /// Pixels of the longer side of a thumbnail that a client makes: twice what a row has.
    public static let thumbnailSide = 840
    /// Bytes of a photo. A client makes no thumbnail of a smaller one, and shows the photo itself.
    package static let thumbnailWorth: UInt64 = 150_000
    /// Milliseconds of a voice message: an hour.
    public static let voiceDuration: UInt64 = 3_600_000
    /// Numbers with the loudness of a voice message.
    public static let voiceLevels = 64
    /// Bytes of all files of one user: 1 GiB.
    public static let fileBytesPerUser: UInt64 = 1_073_741_824
    /// Bytes that a smaller file counts as, for its user's total and for its address. However
    /// small it is, it takes a record, a block and an entry of the disk.
    package static let fileChargeLeast: UInt64 = 65_536
    /// Uploads at once, of one user.
    package static let uploadsPerUser = 4
    /// Uploads at once, of all users.
    package static let uploads = 64
    /// Uploads at once from one address: a quarter of all. Local clients share one address, so only
    /// each user's limit holds for them.
    package static let uploadsPerAddress = uploads / 4
    /// Uploads at once from all addresses of one IPv6 site: half of all.
    package static let uploadsPerSite = uploads / 2
    /// Downloads at once, of one network address (of IPv6, a site); fewer where the process may
    /// open few files.
    package static let downloadsPerAddress = 64
    /// Milliseconds after which a download under way is checked again: whether its user may still
    /// read the file.
    package static let downloadCheck: Int64 = 1_000
    /// Bytes of an upload that are collected before they are written.
    package static let uploadChunkBytes = 131_072
    /// Bytes from the start of a file that are examined to find out its type.
    package static let fileHeadBytes = 262_144
    /// Bytes of an upload after which they are flushed. So the flush at the end is short, and
    /// messages need not wait for it.
    package static let fileFlushBytes: UInt64 = 4_194_304
    /// Bytes a second. While ``uploads`` are running, a slower upload loses its slot to a new one.
    /// Its rate is known after ``fileRateKnown``.
    package static let fileBytesPerSecondWhenFull: Int64 = 131_072
    /// Milliseconds from the start of an upload until its rate is known.
    package static let fileRateKnown: Int64 = 2_000
    /// Bytes a second. After ``fileGrace``, a slower upload or download is closed.
    package static let fileBytesPerSecond: Int64 = 16_384
    /// Milliseconds from the start of an upload or download until its rate counts.
    package static let fileGrace: Int64 = 10_000
    /// How long a file waits for its message, in milliseconds: a day.
    package static let unusedFileAge: Int64 = 86_400_000
    /// Files without a message that are forgotten in one commit.
    package static let unusedFilesStep = 2_000
    /// How often the server does that, in seconds.
    package static let unusedFilesInterval: Int64 = 5
    /// The longest time that an operator can choose: a year.
    package static let longestUnusedFileAge: Int64 = 31_536_000_000
    /// Bytes that are read or written at once while a whole file is copied.
    package static let fileCopyBytes = 1_048_576
    /// Milliseconds until an object store must have begun to answer. The answer to a written object
    /// may take longer, by its size at ``objectBytesPerSecond``.
    package static let objectAnswer: Int64 = 10_000
    /// Bytes a second that an object store must take.
    package static let objectBytesPerSecond: Int64 = 1_048_576
    /// Milliseconds without a byte after which an answer of an object store has failed. A reader
    /// at ``fileBytesPerSecond`` makes longer pauses than the store itself.
    package static let objectSilence: Int64 = 60_000
    /// Connections to an object store at once. Further requests wait, up to ``objectAnswer``.
    package static let objectConnections = 256
    /// Bytes of an answer that lists objects, or says what failed.
    package static let objectAnswerBytes = 4_194_304
    /// Objects in a page of a list: the maximum of S3.
    package static let objectsInPage = 1_000
    /// Objects that wait to be deleted. More are found at the next start.
    package static let objectRemovals = 1_048_576
    /// Deletions of objects at once.
    package static let objectRemovalsAtOnce = 8
    /// Milliseconds that an object without a record is kept where other servers may be about to
    /// record it.
    package static let sharedObjectAge: Int64 = 600_000
    /// Milliseconds until a failed deletion is tried again; each time twice as many, up to
    /// ``longestObjectRetry``.
    package static let objectRetry: Int64 = 2_000
    /// Milliseconds: the longest pause between deletions that fail.
    package static let longestObjectRetry: Int64 = 60_000
    /// Milliseconds for which a signed address of a file is valid: an hour. Its end is rounded up
    /// to a multiple of ``fileAddressStep``: 10 minutes.
    package static let fileAddressAge: Int64 = 3_600_000
    /// Milliseconds: signed addresses end at multiples of this, so that caches can reuse them.
    package static let fileAddressStep: Int64 = 600_000
}
