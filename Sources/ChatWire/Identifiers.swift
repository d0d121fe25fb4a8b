/// Names a user: a person as the server knows them, on any number of devices.
public struct UserID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The user of what no person wrote: all bits are zero.
    public static var nobody: UserID { UserID(high: 0, low: 0) }
}

/// Names a device of a user: one journal, with numbers of its own.
public struct DeviceID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Names an event, besides its number in its room.
public struct EventID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Names a file that goes with a message. The client that uploads it chooses the id.
public struct FileID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Names the session of an account: from a sign-in to the end of its token.
public struct SessionID: Identifier {
    /// The first 64 bits.
    public var high: UInt64
    /// The last 64 bits.
    public var low: UInt64

    /// Creates an id of 128 given bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}
