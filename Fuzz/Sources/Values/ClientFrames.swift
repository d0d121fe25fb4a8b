import FuzzSupport
import ChatWire

/// Frames of Martlet v1 as the server reads them: what was read is written so that it is read as
/// the same.
enum ClientFrames {
    static func run(_ bytes: [UInt8]) {
        guard let frame = try? ClientFrame(json: bytes) else { return }
        let text = written(frame)
        guard let again = try? ClientFrame(json: text) else { return require(false, "a written frame can be read") }
        require(again == frame, "a frame is read as it was written")
        require(written(again) == text, "a frame is written in one way")
        if case .mutate(_, _, _, let mutation) = frame.request { _ = mutation.check() }
    }

    private static func written(_ frame: ClientFrame) -> [UInt8] {
        var writer = JSONWriter()
        frame.write(to: &writer)
        return writer.bytes
    }
}
