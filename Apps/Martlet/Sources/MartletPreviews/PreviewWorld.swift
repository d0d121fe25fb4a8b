import ChatModel
import ChatStore
import ChatTesting
import ChatWire

/// A few people in a room of an in-process server: previews show what the server sent.
///
/// There are no threads and no clock. The world is simulated to its end when a preview asks, with
/// the same result each time.
public struct PreviewWorld {
    /// A person with a client.
    private struct Person {
        var chat: Chat
        var connection: InProcessServer.ConnectionID?
        /// The bytes of the files that wait to be uploaded.
        var files: [Ticket: [UInt8]] = [:]
    }

    public static let ann = 0
    public static let bob = 1
    public let room: RoomName = .lobby
    private var server = InProcessServer(configuration: InProcessServer.Configuration(rate: nil))
    private var people: [Person] = []
    private var random = SeededGenerator(seed: 7)
    private var tickets: UInt64 = 0

    /// Connects everyone, and joins them to the lobby.
    public init(names: [String] = ["ann", "bob"]) {
        for name in names {
            let device = DeviceID.random(using: &random)
            people.append(Person(chat: Chat(device: device, name: name, token: nil)))
        }
        for person in people.indices {
            tell(person, .start)
            tell(person, .join(room))
            settle()
        }
    }

    /// The state that a person's client would report.
    public func state(of person: Int = PreviewWorld.ann) -> ChatState {
        people.indices.contains(person) ? ChatState(people[person].chat) : ChatState()
    }

    /// The rows of the room as a person sees them.
    public func rows(for person: Int = PreviewWorld.ann) -> [Row] {
        guard people.indices.contains(person) else { return [] }
        return people[person].chat.rows(of: room, options: RowOptions(utcOffsets: 0, unreadAfter: nil))
    }

    /// Sends a text and simulates to the end, `minutes` later.
    public mutating func say(_ text: String, as person: Int, reply: Seq? = nil, after minutes: Int64 = 1) {
        server.clock.advance(by: .seconds(60 * minutes))
        perform(.message(text: text, reply: reply, payload: nil), as: person)
    }

    public mutating func perform(_ mutation: Mutation, as person: Int) {
        tickets += 1
        tell(person, .perform(mutation, in: room, ticket: Ticket(tickets)))
        settle()
    }

    /// Sends a file with a text. If `left` is given, only that many bytes are sent.
    public mutating func attach(
        _ bytes: [UInt8], name: String, type: String, saying text: String? = nil, as person: Int, left: UInt64? = nil
    ) {
        guard people.indices.contains(person) else { return }
        tickets += 1
        let ticket = Ticket(tickets)
        if left == nil { people[person].files[ticket] = bytes }
        let upload = Upload(id: FileID.random(using: &random), name: name, type: type, size: UInt64(bytes.count))
        tell(person, .attach(upload, to: .message(text: text ?? name), in: room, ticket: ticket))
        settle()
        if let left { tell(person, .uploadProgress(ticket, left)) }
    }

    public mutating func type(as person: Int) {
        tell(person, .typed(room))
        settle()
    }

    public mutating func read(upTo seq: Seq, as person: Int) {
        tell(person, .markRead(room, upTo: seq))
        settle()
    }

    /// Breaks the connection for good.
    public mutating func cut(_ person: Int) {
        guard people.indices.contains(person), let connection = people[person].connection else { return }
        server.disconnect(connection)
        people[person].connection = nil
        tell(person, .closed(nil), connecting: false)
    }

    private mutating func tell(_ person: Int, _ input: Input, connecting: Bool = true) {
        guard people.indices.contains(person) else { return }
        let clock = server.clock
        let now = Now(monotonic: clock.milliseconds, wall: clock.wall, random: random.next())
        for effect in people[person].chat.handle(input, at: now) {
            switch effect {
            case .open where connecting && people[person].connection == nil:
                people[person].connection = server.connect()
                tell(person, .opened)
            case .send(let frame):
                if let connection = people[person].connection { server.receive(frame, from: connection) }
            case .upload(let ticket, let upload, let token):
                guard let bytes = people[person].files.removeValue(forKey: ticket) else { break }
                if let attachment = try? server.put(upload, bytes, token: token) {
                    tell(person, .uploaded(ticket, attachment))
                }
            case .open, .close, .keep, .wait, .cancel, .authenticate, .cancelUpload, .release, .settled, .changed,
                .found, .moderation:
                break
            }
        }
    }

    /// Runs until the server has nothing more to send. Bounded: an endless exchange is a bug to
    /// see, not to hang in.
    private mutating func settle() {
        for _ in 0..<1_000 {
            server.run()
            var isQuiet = true
            for person in people.indices {
                guard let connection = people[person].connection else { continue }
                for case .frame(let frame) in server.take(from: connection) {
                    isQuiet = false
                    tell(person, .received(frame))
                }
            }
            if isQuiet && server.isIdle { return }
        }
    }
}
