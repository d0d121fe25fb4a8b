import FuzzSupport

@testable import ChatRooms

/// The first bytes of files: what is recognised is in the table, and an image has a size.
enum FileHeaders {
    static func run(_ bytes: [UInt8]) {
        let type = FileType(head: bytes)
        if type.name.hasPrefix("image/"), !["image/avif", "image/heic"].contains(type.name) {
            require(type.dimensions.map { $0.width > 0 && $0.height > 0 } == true, "an image has a size")
        } else {
            require(type.dimensions == nil, "only images have a size")
        }
        require(!type.name.contains("svg") && !type.name.contains("html"), "nothing that runs is recognised")
        require(type == FileType(head: bytes), "a file is what it is")
        // What looks at a photo finds it anywhere.
        for offset in 0..<min(bytes.count, 8) { _ = ExifOrientation.isTurned(HeaderBytes(bytes), at: offset) }
    }
}
