import FuzzSupport
import ChatWire

/// Frames of SwiftChat: what was read is written so that it is read as the same, and a delivery is
/// always one JSON text.
enum SwiftChatFrames {
    static func run(_ bytes: [UInt8]) {
        var input = FuzzInput(bytes)
        let at = Int64(bitPattern: input.number())
        guard let frame = try? SwiftChatFrame.Submitted(json: input.all()) else { return }
        var writer = JSONWriter()
        frame.write(to: &writer)
        require((try? SwiftChatFrame.Submitted(json: writer.bytes)) == frame, "a frame is read as it was written")
        let delivered = SwiftChatFrame.Delivered(
            at: at, id: EventID(high: 1, low: 2), message: frame.message, user: frame.user, userID: frame.userID)
        writer.removeAll()
        delivered.write(to: &writer)
        require((try? SwiftChatFrame.Submitted(json: writer.bytes)) == frame, "a delivery is JSON, and says the same")
    }
}
