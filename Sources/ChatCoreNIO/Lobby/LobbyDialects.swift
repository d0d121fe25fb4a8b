import ChatWire

extension LobbySession.Dialect {
    /// The line protocol: a person is a name.
    static let lines = Self(
        server: "lines", introduces: true,
        author: { name, _ in Author(user: .named(name), name: name) },
        spoken: { $0.onOneLine },
        textBytes: Limits.lineBytes - "msg:".utf8.count)

    /// SwiftChat: a person is a `userID` that the client chooses and stores as the token.
    static let swiftChat = Self(
        server: "SwiftChat", introduces: false,
        author: { name, token in Author(user: token.flatMap { UserID($0) } ?? .fresh(), name: name) },
        spoken: { $0 },
        textBytes: Limits.textBytes)
}

extension UserID {
    /// An id derived from a name: a 128-bit FNV-1a hash. It distinguishes people, but proves
    /// nothing.
    static func named(_ name: String) -> UserID {
        var high: UInt64 = 0xcbf2_9ce4_8422_2325
        var low: UInt64 = 0x84222325_cbf29ce4
        for byte in name.utf8 {
            high = (high ^ UInt64(byte)) &* 0x100_0000_01b3
            low = (low ^ UInt64(byte ^ 0xFF)) &* 0x100_0000_01b3
        }
        return UserID(high: high, low: low)
    }

    /// A random UUID of version 4 (RFC 9562 section 5.4). Martlet's own ids are of version 8, and
    /// may not be used at `/chat`.
    static func fresh() -> UserID {
        let random = UserID.random()
        return UserID(
            high: random.high & 0xFFFF_FFFF_FFFF_0FFF | 0x4000,
            low: random.low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    }
}
