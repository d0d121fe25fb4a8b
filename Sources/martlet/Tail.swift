import ArgumentParser
import ChatWire
import Foundation

struct Tail: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print a room's messages as they come, one a line: NAME:TEXT.",
        discussion: "Survives restarts of the server without losing or repeating a message. End it with Control-C.")

    @Argument(help: "The room's name.")
    var room: String

    @Option(name: [.short, .long], help: "How many earlier messages to print first, at most 200.")
    var last = 10

    @Flag(help: "Print each event as a line of JSON instead.")
    var json = false

    @OptionGroup var client: ClientOptions

    func run() async throws {
        guard let name = RoomName(room) else {
            throw ValidationError("\(room) is not a room's name: a-z, 0-9, - and _.")
        }
        guard (0...Limits.pageEvents).contains(last) else {
            throw ValidationError("--last takes a number from 0 to 200.")
        }
        var following = Following(room: name, last: last, json: json)
        var waits = Reconnection()
        let address = try client.address()
        while true {
            do {
                let connection = try await V1Client.connect(to: address)
                waits.succeeded()
                try await following.run(over: connection, name: client.displayName())
            } catch let refusal as WireError where !refusal.code.isTemporary {
                throw CommandFailure("Error \(refusal.code.rawValue): \(refusal.text)")
            } catch let ended as V1Client.Ended where !ended.mayReturn {
                throw CommandFailure("The server closed the connection for good (code \(ended.code?.number ?? 0)).")
            } catch {
                try await Task.sleep(for: waits.next())
            }
        }
    }
}

/// How far a room has been printed; goes on from there on every connection.
private struct Following {
    let room: RoomName
    let last: Int
    let json: Bool
    private var held: Position?
    /// The highest number heard of. What lies between is read from history, live events that come meanwhile included.
    private var known: UInt64 = 0
    private var isReading = false
    private var token: String?

    init(room: RoomName, last: Int, json: Bool) {
        self.room = room
        self.last = last
        self.json = json
    }

    mutating func run(over client: V1Client, name: String?) async throws {
        client.send(ClientFrame(ref: 1, request: .hello(.init(name: name, token: token))))
        for await frame in client.frames {
            switch frame {
            case .welcome(_, let welcome):
                token = welcome.token
                client.send(ClientFrame(ref: 2, request: .join(room: room, since: held)))
            case .joined(_, _, let epoch, let head, let reset, _, _):
                joined(epoch, head: head, reset: reset, client)
            case .page(_, _, let epoch, let head, let events):
                isReading = false
                known = max(known, head)
                for event in events { show(event, epoch) }
                readOn(client)
            case .event(_, let epoch, let event):
                known = max(known, event.seq)
                if event.seq == (held?.seq ?? 0) + 1 { show(event, epoch) }
                readOn(client)
            case .error(_, let error):
                throw error
            default:
                break
            }
        }
        throw await client.ended()
    }

    private mutating func joined(_ epoch: Epoch, head: UInt64, reset: Bool, _ client: V1Client) {
        if held == nil || reset {
            held = Position(epoch: epoch, seq: head - min(head, UInt64(last)))
            known = 0
        }
        known = max(known, head)
        isReading = false
        readOn(client)
    }

    private mutating func readOn(_ client: V1Client) {
        let seq = held?.seq ?? 0
        guard seq < known, !isReading else { return }
        isReading = true
        let limit = UInt64(Limits.pageEvents)
        client.send(ClientFrame(ref: 3, request: .history(room: room, anchor: .after(seq), limit: limit)))
    }

    private mutating func show(_ event: Event, _ epoch: Epoch) {
        guard event.seq > held?.seq ?? 0 else { return }
        held = Position(epoch: epoch, seq: event.seq)
        if json {
            var writer = JSONWriter()
            ServerFrame.event(room: room, epoch: epoch, event).write(to: &writer)
            FileHandle.standardOutput.write(Data(writer.bytes + [UInt8(ascii: "\n")]))
        } else if case .message(let message) = event.content {
            var line: [UInt8] = []
            Line.message(name: event.author.name, text: message.text).write(to: &line)
            FileHandle.standardOutput.write(Data(line))
        }
    }
}
