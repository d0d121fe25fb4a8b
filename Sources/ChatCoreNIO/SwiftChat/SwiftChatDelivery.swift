import ChatWire
import Foundation

/// A frame that a SwiftChat server sends to everybody, read like the original app reads it.
struct SwiftChatDelivery: Decodable {
    private var date: Double
    private var id: UUID
    private var message: String
    private var user: String
    private var userID: UUID
    private var error: UInt16?

    /// `nil` if it is not such a frame.
    init?(json: some Sequence<UInt8>) {
        guard let delivery = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = delivery
    }

    var input: LobbySession.Input {
        if let error { return .refused(WireError(.init(rawValue: error), message)) }
        // Seconds since 2001-01-01 UTC.
        let at = Int64(exactly: ((date + 978_307_200) * 1_000).rounded()) ?? 0
        return .said(Author(user: UserID(userID), name: user), text: message, id: EventID(id), at: at)
    }
}

extension Identifier {
    init(_ uuid: UUID) {
        let bytes = withUnsafeBytes(of: uuid.uuid) { Array($0) }
        let halves = [bytes.prefix(8), bytes.suffix(8)].map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
        self.init(high: halves[0], low: halves[1])
    }
}
