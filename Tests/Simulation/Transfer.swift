import ChatModel
import ChatRooms
import ChatTesting
import ChatWire

typealias TransferID = Int

/// An upload or a download: an HTTP request of a phone.
struct Transfer {
    enum Work {
        /// The thumbnail of a file, which follows.
        case thumbnail(Ticket, of: Upload)
        /// A file, with what the server answered to its thumbnail.
        case upload(Ticket, Upload, thumbnail: Attachment?)
        case download(FileAsk, size: UInt64?)

        /// What is uploaded, and the ticket of its bytes.
        var sent: (ticket: Ticket, upload: Upload)? {
            switch self {
            case .thumbnail(let ticket, let upload): upload.ofThumbnail.map { (ticket.ofThumbnail, $0) }
            case .upload(let ticket, let upload, _): (ticket, upload)
            case .download: nil
            }
        }
    }

    let phone: PhoneID
    let user: UserID
    var work: Work
    /// Bytes that have reached the other end.
    var moved: [UInt8] = []
    /// Whether the server knows of it.
    var hasBegun = false
}

/// How an upload ends for its phone.
enum UploadEnd: Hashable, Sendable {
    case stored(Attachment)
    case refused(WireError)
    /// The connection broke. The file may be stored.
    case unknown
}

/// A file that is asked for, and the message that it was seen in.
struct FileAsk: Hashable, Sendable {
    var room: RoomName
    var seq: Seq
    var epoch: Epoch
    var file: FileID
    /// The room's head when the server was asked.
    var from: Seq = 0
}

/// What became of a request for a file.
enum FileAnswer {
    /// The whole file, or as much of it as there was.
    case bytes([UInt8])
    /// There is no such file.
    case refused
    case failed(WireError)
}

/// A file as the server has it: its record, and its bytes.
struct KeptFile {
    var record: FileRecord
    var bytes: [UInt8]?
}

/// What phones do with files, and what the server's folder of files is like.
struct FilePlan {
    /// The percentage of what people do that is about files.
    var share: Int
    var sizes: ClosedRange<Int>
    /// Bytes that travel at once.
    var part: Int
    /// One in so many parts is the last that its connection carries.
    var broken: Int
    /// Milliseconds between two parts.
    var delay: Int64
    /// Threads of the server's pool, and milliseconds that a step may wait for one.
    var threads: Int
    var lag: ClosedRange<Int64>
    var limits: FileLimits
    /// Bytes that fit on the server's disk, while the storm lasts.
    var space = UInt64.max
    /// The seed of the server's disk.
    var seed: UInt64

    init(random: inout SeededGenerator) {
        share = Int.random(in: 6...25, using: &random)
        sizes = 1...Int.random(in: 20...1_500, using: &random)
        part = Int.random(in: 20...600, using: &random)
        broken = random.oneIn(2) ? Int.random(in: 6...60, using: &random) : 0
        delay = random.oneIn(3) ? 400 : 30
        threads = Int.random(in: 2...4, using: &random)
        lag = 0...(random.oneIn(3) ? 150 : 8)
        limits = FileLimits(largest: 1_400)
        if random.oneIn(6) { limits.quota = 4_000 }
        if random.oneIn(3) { limits.unusedAge = Int64.random(in: 1_500...15_000, using: &random) }
        if random.oneIn(8) { space = 3_000 }
        seed = random.next()
    }
}

/// The bytes of a phone's file: of each ticket others.
func contentOfFile(_ ticket: Ticket, _ size: Int) -> [UInt8] {
    var word = ticket.number
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for _ in 0..<size {
        word = word &* 0x5851_F42D_4C95_7F2D &+ 0x1405_7B7E_F767_814F
        bytes.append(UInt8(truncatingIfNeeded: word >> 56))
    }
    // A video, which can be in an album or be a voice message, or a file of no known type.
    let isVideo = size >= 8 && ticket.number.isMultiple(of: 2)
    let head: [UInt8] = isVideo ? [0x1A, 0x45, 0xDF, 0xA3] + Array("webm".utf8) : [UInt8(ascii: "x")]
    for (place, byte) in zip(bytes.indices, head) { bytes[place] = byte }
    return bytes
}

/// The bytes of a thumbnail: a PNG by its header.
func contentOfThumbnail(_ ticket: Ticket, _ size: Int) -> [UInt8] {
    var bytes = contentOfFile(ticket.ofThumbnail, size)
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 40, 0, 0, 0, 30]
    for (place, byte) in zip(bytes.indices, signature + header) { bytes[place] = byte }
    return bytes
}
