import ChatNIO
import ChatWire
import NIOCore

/// What a server said, as its client reads it.
enum Said {
    case frame(ServerFrame)
    /// A message on a connection of one of the older protocols: who said it, and what.
    case message(name: String, text: String)
    /// Something else on such a connection: a refusal, or who came and went.
    case notice(String)
    case ping(ByteBuffer)
    case close(CloseCode?)
    /// Bytes that no client can read.
    case garbled(String)
}

/// Reads a server's bytes, message by message.
struct ServerBytes {
    enum Language { case v1, swiftChat, lines }

    private let language: Language
    /// Whether the handshake is answered; lines have none.
    private var isOpen: Bool
    private var reader = WebSocketFrameReader(role: .client)
    private var opcode = WebSocketFrameHeader.Opcode.continuation
    private var payload = ByteBuffer()

    init(_ language: Language) {
        self.language = language
        isOpen = language == .lines
    }

    /// Takes the next message out of `bytes`; `nil` when it is not whole yet.
    mutating func next(_ bytes: inout ByteBuffer) -> Said? {
        if language == .lines { return line(&bytes) }
        if !isOpen {
            guard let end = bytes.readableBytesView.endOfHead else { return nil }
            let head = bytes.readString(length: end) ?? ""
            guard head.hasPrefix("HTTP/1.1 101 ") else { return .garbled(head) }
            isOpen = true
        }
        while let output = reader.next(&bytes) {
            switch output {
            case .header(let header): opcode = header.opcode
            case .payload(let part):
                part.append(to: &payload)
                if part.endsFrame { return message() }
            case .violation(let violation): return .garbled(violation.reason)
            }
        }
        return nil
    }

    private mutating func message() -> Said {
        var payload = payload
        self.payload = ByteBuffer()
        switch opcode {
        case .ping: return .ping(payload)
        case .close: return .close(payload.readInteger(as: UInt16.self).map { CloseCode($0) })
        case .text where language == .v1: return frame(payload)
        case .text: return swiftChat(String(buffer: payload))
        default: return .garbled("a frame of kind \(opcode)")
        }
    }

    private func frame(_ payload: ByteBuffer) -> Said {
        payload.withUnsafeReadableBytes { bytes in
            do throws(FrameError) {
                return .frame(try ServerFrame(json: bytes.bindMemory(to: UInt8.self)))
            } catch {
                return .garbled("\(error)")
            }
        }
    }

    private func swiftChat(_ json: String) -> Said {
        guard let text = Self.member("message", of: json), let name = Self.member("user", of: json) else {
            return .garbled(json)
        }
        return json.contains("\"error\":") ? .notice(text) : .message(name: name, text: text)
    }

    /// Texts here have nothing that JSON escapes.
    private static func member(_ key: String, of json: String) -> String? {
        let parts = json.split(separator: "\"\(key)\":\"", maxSplits: 1)
        return parts.count == 2 ? parts[1].prefix { $0 != "\"" }.description : nil
    }

    private func line(_ bytes: inout ByteBuffer) -> Said? {
        guard let end = bytes.readableBytesView.firstIndex(of: 0x0A) else { return nil }
        let line = String((bytes.readString(length: end - bytes.readerIndex + 1) ?? "").dropLast())
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0] != "martlet" else { return .notice(line) }
        return .message(name: String(parts[0]), text: String(parts[1]))
    }
}

extension ByteBufferView {
    /// How many bytes an HTTP head has, its empty line included.
    fileprivate var endOfHead: Int? {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        guard count >= end.count else { return nil }
        for start in indices.dropLast(end.count - 1) where self[start..<start + end.count].elementsEqual(end) {
            return start + end.count - startIndex
        }
        return nil
    }
}
