import ChatTesting
import ChatWire

/// A client that breaks the rules of numbers, to see that it is told so: it repeats a send, and
/// uses its number for something else.
///
/// It sits beside the server and has no network in between; what it asks it asks at once, and it
/// stays for a few seconds.
struct Probe {
    static let id: PhoneID = -1

    let device: DeviceID
    private(set) var number: UInt64 = 0
    private var links: LinkID = 0

    init(random: inout SeededGenerator) { device = DeviceID.random(using: &random) }

    /// The frames of a visit to a room, and the link it is made on.
    mutating func visit(_ room: RoomName, _ plan: Plan) -> (link: LinkID, frames: [ClientFrame]) {
        links -= 1
        number += 1
        let token = plan.token(for: UserID(high: device.low, low: device.high))
        let said = Mutation.message(text: "probe \(number)", reply: nil, payload: nil)
        let other = Mutation.message(text: "another probe \(number)", reply: nil, payload: nil)
        let requests: [ClientFrame.Request] = [
            .hello(.init(name: "probe", token: token, device: device)),
            .join(room: room, since: nil),
            .mutate(room: room, number: number, after: nil, said),
            .mutate(room: room, number: number, after: nil, said),
            .mutate(room: room, number: number, after: nil, other),
        ]
        return (links, requests.enumerated().map { ClientFrame(ref: UInt64($0), request: $1) })
    }
}

extension World {
    mutating func sendProbe() {
        guard let server = site.server, server.isListening, let room = plan.rooms.randomElement(using: &random) else {
            return
        }
        let (link, frames) = probe.visit(room, plan)
        server.connect(link, .v1, window: .max, at: clock)
        for frame in frames {
            note(.asked(link, Probe.id, frame))
            note(.reached(link, frame))
            server.receive(frame, from: link, at: clock)
        }
        agenda.add(.probeEnds(link), at: soon(2_000))
    }

    mutating func probeEnds(_ link: LinkID) { hungUp(link) }
}
