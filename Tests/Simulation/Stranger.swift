import ChatTesting
import ChatWire

/// Somebody who gets into groups by the invite links that others pass on. They sit beside the
/// server like a ``Probe``. When they get no answer they send the same again, on another
/// connection.
struct Stranger {
    let id: Int
    private let device: DeviceID
    /// What they have asked for last.
    private var request: (room: RoomName, mutation: Mutation)?
    private var number: UInt64 = 0
    private var visits = 0
    /// Whether the last request has got no answer.
    private(set) var isWaiting = false
    /// The groups that they have entered. They may have been removed since then.
    private(set) var groups: Set<RoomName> = []

    init(id: Int, random: inout SeededGenerator) {
        self.id = id
        device = DeviceID.random(using: &random)
    }

    var user: UserID { UserID(high: device.low, low: device.high) }
    var phone: PhoneID { -10 - id }

    /// The frames of a visit to a room, and the link it is made on. After the request they join the
    /// room and ask for its links.
    ///
    /// - Parameter request: `nil` for the last one again, under its number
    mutating func visit(
        _ new: (room: RoomName, mutation: Mutation)?, _ plan: Plan
    ) -> (link: LinkID, frames: [ClientFrame]) {
        visits += 1
        if let new {
            number += 1
            request = new
        }
        isWaiting = true
        let token = plan.token(for: user)
        var requests: [ClientFrame.Request] = [.hello(.init(name: "stranger \(id)", token: token, device: device))]
        if let request {
            requests += [
                .mutate(room: request.room, number: number, after: nil, request.mutation),
                .join(room: request.room, since: nil), .links(room: request.room),
            ]
        }
        let frames = requests.enumerated().map { ClientFrame(ref: UInt64($0), request: $1) }
        return (Self.links - 1_000_000 * id - visits, frames)
    }

    mutating func heard(_ frame: ServerFrame) {
        switch frame {
        case .sent(1, let room, _, _, _, _):
            isWaiting = false
            note(room)
        case .error(1?, let error):
            isWaiting = false
            if error.code == .noSuchRoom, let request { groups.remove(request.room) }
        default: break
        }
    }

    private mutating func note(_ room: RoomName) {
        guard case .membership(let change)? = request?.mutation else { return }
        if change.action == .join { groups.insert(room) } else { groups.remove(room) }
    }

    /// Below the numbers of links of probes and of guests of the older protocols.
    private static let links = -500_000_000

    /// The stranger whose connection a link is; `nil` for other links.
    static func id(of link: LinkID) -> Int? {
        link < links && !NameSeeker.isLink(link) ? (links - link) / 1_000_000 : nil
    }
}
