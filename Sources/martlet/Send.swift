import ArgumentParser
import ChatWire
import Foundation
import NIOCore

struct Send: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Send one message, and wait until the server has it on disk.",
        discussion: """
            Tries again, under the same number, until the server has answered: the message is in the room once. Without TEXT, or with -, \
            it is read from standard input. Prints the message's number in the room.
            """)

    @Argument(help: "The room's name.")
    var room: String

    @Argument(help: "What to say.")
    var text: String?

    @Option(help: "Seconds after which to give up.")
    var timeout = 30

    @OptionGroup var client: ClientOptions

    func run() async throws {
        guard let name = RoomName(room) else {
            throw ValidationError("\(room) is not a room's name: a-z, 0-9, - and _.")
        }
        let text = try message()
        if let error = TextRule.check(text) { throw ValidationError(error.text) }
        let seq = try await Sending(
            address: try client.address(), name: client.displayName(), room: name, text: text,
            deadline: .now + .seconds(timeout)
        ).run()
        print(seq)
    }

    private func message() throws -> String {
        if let text, text != "-" { return text }
        let data = try FileHandle.standardInput.read(upToCount: Limits.textBytes + 1) ?? Data()
        guard let text = String(data: data, encoding: .utf8) else { throw ValidationError("The input is not UTF-8.") }
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }
}

/// One message on its way, over as many connections as it takes.
private struct Sending {
    let address: ServerAddress
    let name: String?
    let room: RoomName
    let text: String
    let deadline: ContinuousClock.Instant
    private let device = DeviceID.random()

    init(address: ServerAddress, name: String?, room: RoomName, text: String, deadline: ContinuousClock.Instant) {
        self.address = address
        self.name = name
        self.room = room
        self.text = text
        self.deadline = deadline
    }

    /// - Returns: the message's number in the room.
    func run() async throws -> UInt64 {
        var token: String?
        var mayHaveArrived = false
        var waits = Reconnection()
        while true {
            do {
                return try await attempt(&token, &mayHaveArrived)
            } catch let refusal as WireError where !refusal.code.isTemporary {
                throw CommandFailure("Error \(refusal.code.rawValue): \(refusal.text)")
            } catch let ended as V1Client.Ended where !ended.mayReturn {
                throw CommandFailure("The server closed the connection for good (code \(ended.code?.number ?? 0)).")
            } catch {
                let wait = waits.next()
                guard ContinuousClock.now + wait < deadline else {
                    throw CommandFailure(
                        mayHaveArrived
                            ? "No answer from \(server) in time: it is not known whether the message arrived."
                            : "No server can be reached at \(server): the message was not sent.")
                }
                try await Task.sleep(for: wait)
            }
        }
    }

    private var server: String { "\(address.host):\(address.port)" }

    private func attempt(_ token: inout String?, _ mayHaveArrived: inout Bool) async throws -> UInt64 {
        let client = try await V1Client.connect(to: address)
        client.send(ClientFrame(ref: 1, request: .hello(.init(name: name, token: token, device: device, join: [room]))))
        for await frame in client.frames {
            switch frame {
            case .welcome(_, let welcome):
                token = welcome.token
            case .joined:
                mayHaveArrived = true
                client.send(ClientFrame(ref: 2, request: .mutate(room: room, number: 1, .message(text: text))))
            case .sent(ref: 2, _, _, let seq, _, _):
                await client.close()
                return seq
            case .error(_, let error):
                await client.close()
                throw error
            default:
                break
            }
        }
        throw await client.ended()
    }
}
