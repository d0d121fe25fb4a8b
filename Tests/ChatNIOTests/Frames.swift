import ChatWire
import NIOCore

@testable import ChatNIO

/// Frames written the plain way, so that the reader is checked against something that shares
/// nothing with it.
enum Frames {
    static let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]

    static func bytes(
        _ opcode: UInt8, _ payload: [UInt8] = [], fin: Bool = true, reserved: UInt8 = 0, key: [UInt8]? = key
    ) -> [UInt8] {
        var frame = [(fin ? 0x80 : 0) | reserved << 4 | opcode]
        let masked: UInt8 = key == nil ? 0 : 0x80
        switch payload.count {
        case 0...125: frame.append(masked | UInt8(payload.count))
        case 126...65_535: frame += [masked | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
        default:
            frame.append(masked | 127)
            for shift in stride(from: 56, through: 0, by: -8) { frame.append(UInt8(payload.count >> shift & 0xFF)) }
        }
        guard let key else { return frame + payload }
        return frame + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
    }

    static func text(_ text: String, fin: Bool = true, key: [UInt8]? = key) -> [UInt8] {
        bytes(0x1, Array(text.utf8), fin: fin, key: key)
    }

    static func continuation(_ text: String, fin: Bool = true) -> [UInt8] { bytes(0x0, Array(text.utf8), fin: fin) }

    static func binary(_ payload: [UInt8], fin: Bool = true) -> [UInt8] { bytes(0x2, payload, fin: fin) }

    static func ping(_ payload: [UInt8] = [], key: [UInt8]? = key) -> [UInt8] { bytes(0x9, payload, key: key) }

    static func close(_ code: UInt16, _ reason: [UInt8] = [], key: [UInt8]? = key) -> [UInt8] {
        bytes(0x8, [UInt8(code >> 8), UInt8(code & 0xFF)] + reason, key: key)
    }

    /// A header alone, which announces that many bytes.
    static func header(_ opcode: UInt8, announcing length: UInt64, bytes lengthBytes: Int) -> [UInt8] {
        var frame: [UInt8] = [0x80 | opcode]
        switch lengthBytes {
        case 0: frame.append(0x80 | UInt8(length))
        case 2: frame.append(0x80 | 126)
        default: frame.append(0x80 | 127)
        }
        for index in stride(from: lengthBytes - 1, through: 0, by: -1) {
            frame.append(UInt8(truncatingIfNeeded: length >> UInt64(8 * index)))
        }
        return frame + key
    }
}

/// What a peer's bytes come to, in the chunks they arrive in.
struct Conversation {
    var reader: WebSocketFrameReader
    var machine: WebSocketProtocol

    init(role: WebSocketRole = .server, machine: WebSocketProtocol = WebSocketProtocol(acceptsBinary: true)) {
        reader = WebSocketFrameReader(role: role)
        self.machine = machine
    }

    mutating func effects(of bytes: [UInt8]) -> [WebSocketProtocol.Effect] {
        var chunk = ByteBuffer(bytes: bytes)
        var effects: [WebSocketProtocol.Effect] = []
        while !machine.hasEnded, let output = reader.next(&chunk) {
            let effect = machine.handle(.frame(output))
            if effect != .none { effects.append(effect) }
        }
        return effects
    }

    static func effects(of bytes: [UInt8], chunkedAt cuts: [Int] = []) -> [WebSocketProtocol.Effect] {
        var conversation = Conversation()
        let edges = [0] + cuts + [bytes.count]
        return zip(edges, edges.dropFirst()).flatMap { conversation.effects(of: Array(bytes[$0..<$1])) }
    }
}

extension WebSocketProtocol.Effect {
    static func text(_ text: String) -> Self { .text(ByteBuffer(string: text)) }
    static func pong(_ bytes: [UInt8]) -> Self { .pong(ByteBuffer(bytes: bytes)) }

    /// The code with which this end fails or answers.
    var closeCode: UInt16? {
        switch self {
        case .endWithClose(let code, _), .sendClose(let code, _): code.number
        default: nil
        }
    }
}
