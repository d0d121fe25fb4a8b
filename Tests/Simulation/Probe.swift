import ChatTesting
import ChatWire

/// A client that breaks the rules of numbers, to see that it is told so: it repeats a send, and uses its number for something else.
///
/// It sits beside the server and has no network in between, so each of its visits is one moment.
struct Probe {
    static let id: PhoneID = -1

    let device: DeviceID
    private(set) var number: UInt64 = 0
    private var links: LinkID = 0

    init(random: inout SeededGenerator) { device = DeviceID.random(using: &random) }

    /// The frames of a visit to a room, and the link it is made on.
    mutating func visit(_ room: RoomName) -> (link: LinkID, frames: [ClientFrame]) {
        links -= 1
        number += 1
        let token = PlainTokens().token(for: UserID(high: device.low, low: device.high))
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
        guard site.server != nil, let room = plan.rooms.randomElement(using: &random) else { return }
        let (link, frames) = probe.visit(room)
        site.connect(link)
        for frame in frames {
            note(.asked(link, Probe.id, frame))
            note(.reached(link, frame))
            site.receive(frame, from: link)
        }
        site.at(clock) { $0.run() }
        for output in site.take(from: link, count: .max) {
            guard case .frame(let frame) = output else { break }
            note(.answered(link, frame))
            note(.heard(link, Probe.id, frame))
        }
        note(.ended(link, nil))
        site.disconnect(link)
        serverDid()
    }
}
