import ChatWire

/// What each device has sent to a ``MemoryLog``: its highest number, and the event of every number.
struct MemoryDevices {
    private struct Device: Hashable {
        var user: UserID
        var device: DeviceID

        init(_ user: UserID, _ key: IdempotencyKey) { (self.user, device) = (user, key.device) }
    }

    private var highest: [Device: UInt64] = [:]
    private var places: [Device: [UInt64: MessagePlace]] = [:]

    /// The highest number of the key's device; 0 for a device that has sent nothing.
    func highest(of key: IdempotencyKey, of user: UserID) -> UInt64 {
        highest[Device(user, key), default: 0]
    }

    /// Where the event of the key is.
    func place(of key: IdempotencyKey, of user: UserID) -> MessagePlace? {
        places[Device(user, key)]?[key.number]
    }

    mutating func note(_ key: IdempotencyKey, of user: UserID, at place: MessagePlace) {
        let device = Device(user, key)
        highest[device] = key.number
        places[device, default: [:]][key.number] = place
    }
}
