import ChatNIO
import ChatWire
import Foundation
import NIOCore

/// One connection of a load. It belongs to the generator's event loop.
final class LoadConnection: WebSocketEndpoint {
    /// The name under which SwiftChat's messages are sent; it may be shared.
    static let user = "bench"

    let index: Int
    let room: RoomName
    let ready: EventLoopPromise<Void>
    private let generator: LoadGenerator
    private(set) var socket: WebSocketHandler?
    private var window: BenchWindow
    private var number: UInt64 = 0
    private let userID: UserID

    init(index: Int, room: RoomName, ready: EventLoopPromise<Void>, generator: LoadGenerator) {
        self.index = index
        self.room = room
        self.ready = ready
        self.generator = generator
        window = BenchWindow(capacity: generator.plan.windowCapacity)
        // RFC 9562 section 5.4: version 4, as SwiftChat's people have.
        var id = UserID.random()
        id.high = id.high & ~0xF000 | 0x4000
        id.low = id.low & ~(0b11 << 62) | 0b10 << 62
        userID = id
    }

    var isOpen: Bool { socket.map { !$0.isClosing } ?? false }
    var inFlight: Int { window.inFlight }
    var canSend: Bool { isOpen && !window.isFull }

    /// Sends a message that was due at `due`, with the next ``flush()``. There must be room in the
    /// window.
    func send(due: UInt64) {
        guard let socket, let ref = window.open(due: due) else { return }
        number += 1
        let marker = Marker(run: generator.run, sender: UInt16(truncatingIfNeeded: index), ref: ref, due: due)
        let text = generator.text(marker)
        socket.send(
            text: generator.written { writer in
                switch generator.plan.door {
                case .v1:
                    ClientFrame(ref: UInt64(ref), request: .mutate(room: room, number: number, .message(text: text)))
                        .write(to: &writer)
                case .swiftchat:
                    SwiftChatFrame.Submitted(message: text, user: LoadConnection.user, userID: userID)
                        .write(to: &writer)
                }
            })
        generator.sent(self, due: due)
    }

    func flush() { socket?.flush() }

    func arrived(_ found: Recognition.Found, at now: UInt64) {
        switch found {
        case .sent(let ref): acknowledged(ref, at: now)
        case .delivery(let marker):
            generator.delivered(marker, at: now)
            if generator.plan.door == .swiftchat, marker.sender == index { acknowledged(marker.ref, at: now) }
        }
    }

    private func acknowledged(_ ref: UInt32, at now: UInt64) {
        guard let due = window.close(ref) else { return generator.failed("answer to nothing") }
        generator.acknowledged(self, due: due, at: now)
    }

    // Frames that the scanner does not know, and the connection's end.

    func opened(_ socket: WebSocketHandler) {
        self.socket = socket
        do {
            let pipeline = socket.channel?.pipeline.syncOperations
            try pipeline?.addHandler(
                DeliveryScanner(generator.recognition, for: self), position: .before(socket))
            try socket.channel?.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 1_024, initial: 2_048, maximum: 65_536))
        } catch {
            return ready.fail(error)
        }
        guard generator.plan.door == .v1 else { return ready.succeed() }
        let hello = ClientFrame(ref: 0, request: .hello(.init(join: [room])))
        socket.send(text: generator.written { hello.write(to: &$0) })
        socket.flush()
    }

    func received(text: ByteBuffer) {
        let now = NIODeadline.now().uptimeNanoseconds
        switch generator.plan.door {
        case .v1:
            let frame = text.withUnsafeReadableBytes { try? ServerFrame(json: $0.bindMemory(to: UInt8.self)) }
            if let frame { took(frame, at: now) } else { generator.failed("unreadable frame") }
        case .swiftchat:
            let frame = try? JSONDecoder().decode(SwiftChatMessage.self, from: Data(text.readableBytesView))
            if let frame { took(frame, at: now) } else { generator.failed("unreadable frame") }
        }
    }

    private func took(_ frame: ServerFrame, at now: UInt64) {
        switch frame {
        case .joined: ready.succeed()
        case .error(let ref, let error):
            ready.fail(error)
            refused(ref, error.code, at: now)
        case .sent(let ref, _, _, _, _, _): acknowledged(UInt32(clamping: ref), at: now)
        case .event(_, _, let event):
            guard case .message(let message) = event.content, let marker = Marker(message.text),
                marker.run == generator.run
            else {
                return
            }
            arrived(.delivery(marker), at: now)
        default: break
        }
    }

    private func took(_ message: SwiftChatMessage, at now: UInt64) {
        if let code = message.error {
            // The error does not name the refused message; all are alike.
            refused(window.anyRef.map(UInt64.init), WireError.Code(rawValue: code), at: now)
        } else if let marker = Marker(message.message), marker.run == generator.run {
            arrived(.delivery(marker), at: now)
        }
    }

    private func refused(_ ref: UInt64?, _ code: WireError.Code, at now: UInt64) {
        let wasSend = ref.flatMap { window.close(UInt32(clamping: $0)) } != nil
        generator.refused(self, code, wasSend: wasSend)
    }

    func received(binary: ByteBuffer) {}

    func closed(_ code: CloseCode?) {
        socket = nil
        ready.fail(LoadError.closed(code?.number))
        generator.closed(self, code)
    }
}

/// A SwiftChat message, as any server may encode it.
private struct SwiftChatMessage: Decodable {
    var message: String
    var error: UInt16?
}

@available(*, unavailable)
extension LoadConnection: Sendable {}
