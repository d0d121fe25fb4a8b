import ChatModel
import ChatTesting
import ChatWire
import Testing

@testable import Simulation

/// The checker on histories of a few lines.
@Suite struct CheckerTests {
    private let device = DeviceID(high: 7, low: 7)
    private let author = Author(user: UserID(high: 1, low: 1), name: "ann")
    private let epochs = [11, 12].compactMap { Epoch($0) }

    private func event(_ seq: Seq, number: UInt64, id: UInt64) -> Event {
        Event(
            seq: seq, id: EventID(high: 9, low: id), at: 0, author: author,
            idempotencyKey: IdempotencyKey(device: device, number: number), content: .message(Message(text: "\(id)")))
    }

    /// Two messages are wanted, and the log that is left has them in the other order.
    private func history(_ settlements: [Observation]) throws -> History {
        var history = History(seed: 0)
        let wanted = [1, 2].flatMap { (number: UInt64) -> [Observation] in
            let mutation = Mutation.message(text: "\(number)", reply: nil, payload: nil)
            return [.performed(0, Ticket(number), .lobby, mutation), .numbered(0, Ticket(number), number)]
        }
        let observations = [.installed(0, device)] + wanted + settlements + [.numbered(0, Ticket(1), 3)]
        history.entries = observations.map { Entry(at: 0, what: $0) }
        history.logs[try #require(epochs.first)] = [.lobby: [event(1, number: 1, id: 1)]]
        history.logs[try #require(epochs.last)] = [.lobby: [event(1, number: 2, id: 2), event(2, number: 3, id: 3)]]
        history.epoch = epochs.last
        return history
    }

    @Test func `events in another order than their user wanted break the sender's order`() throws {
        #expect(Checker(try history([])).senderOrder() != nil)
        // Told of the event that is out of order.
        let told = Observation.settled(0, Ticket(1), .sent(SentMessage(seq: 2, id: EventID(high: 9, low: 3), at: 0)))
        #expect(Checker(try history([told])).senderOrder() != nil)
    }

    /// A join by a link that ends at 100 is in the log behind a message of the time 120.
    private func joinByLink(reached: Int64) throws -> History {
        let (room, connection, origin) = (RoomName.newGroup(), 1, ManualClock().origin)
        let (secret, bob) = (InviteSecret.random(), Author(user: UserID(high: 2, low: 2), name: "bob"))
        let wanted = MembershipChange(bob.user, .join, code: secret)
        let joined = MembershipChange(bob.user, .join, link: LinkUse(secret.link, by: author.user))
        let link = LinkChange(making: secret.link, uses: 1, until: origin + 100)
        func event(_ seq: Seq, _ at: Int64, _ author: Author, _ content: Event.Content) -> Event {
            Event(
                seq: seq, id: EventID(high: 9, low: seq.number), at: origin + at, author: author,
                idempotencyKey: IdempotencyKey(device: device, number: seq.number), content: content)
        }
        var history = History(seed: 0)
        let frames = [
            ClientFrame(ref: 0, request: .hello(.init(name: "bob", token: nil, device: device))),
            ClientFrame(ref: 1, request: .mutate(room: room, number: 4, after: nil, .membership(wanted))),
        ]
        history.entries = frames.map { Entry(at: reached, what: .asked(connection, 0, $0)) }
        history.entries += frames.map { Entry(at: reached, what: .reached(connection, $0)) }
        history.logs[try #require(epochs.first)] = [
            room: [
                event(1, 0, author, .settings(SettingsChange(title: "Tea"))), event(2, 0, author, .link(link)),
                event(3, 120, author, .message(Message(text: "late"))), event(4, 120, bob, .membership(joined)),
            ]
        ]
        return history
    }

    @Test func `a join that came before its link's end is no fault behind a later event`() throws {
        #expect(Checker(try joinByLink(reached: 99)).linkEnds() == nil)
        #expect(Checker(try joinByLink(reached: 100)).linkEnds() != nil)
        #expect(Checker(try joinByLink(reached: 99)).linkUses() == nil)
    }

    /// Seeds 986762594143 and 986762659737.
    @Test func `what was acknowledged in a log that a backup replaced may come late in the next`() throws {
        let told = Observation.settled(0, Ticket(1), .sent(SentMessage(seq: 1, id: EventID(high: 9, low: 1), at: 0)))
        #expect(Checker(try history([told])).senderOrder() == nil)
    }
}
