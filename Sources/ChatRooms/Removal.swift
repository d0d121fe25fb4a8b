import ChatWire

/// A step of removing something from the log for good: as much as one transaction should do, so
/// that steps go between other commits.
public struct Removal: Hashable, Sendable {
    /// What is removed.
    public enum Subject: Hashable, Sendable {
        /// Rooms with all that is in them, at most ``ChatWire/Limits/removalRooms``.
        ///
        /// `quietSince`: only those without an event since then, in milliseconds since 1970-01-01
        /// UTC; `nil` for all.
        case rooms([RoomName], quietSince: Int64?)
        /// What one person wrote, uploaded and read. The person's events keep their numbers and the
        /// person's id.
        case person(UserID)
        /// What removals of rooms that were interrupted have left on the disk.
        case remains
    }

    /// Where a removal goes on.
    public enum Place: Hashable, Sendable {
        /// The rooms still have their names; drafts for them are left.
        case drafts
        /// The rooms have no names any more; their events are left.
        case remains
        /// Behind an event, by its key in the store.
        case events(after: Int64)
        /// Behind the read marks of a room, by its number in the store.
        case marks(after: Int64)
        /// The person's files are left.
        case files
    }

    /// What all steps of the removal remove together.
    public var subject: Subject
    /// `nil` for the first step.
    public var place: Place?

    /// Creates the value.
    public init(_ subject: Subject, at place: Place? = nil) {
        self.subject = subject
        self.place = place
    }
}

/// What one step of a ``Removal`` removed.
public struct Removed: Hashable, Sendable {
    /// Rooms that are not there any more from this commit on. A room that is made under such a name
    /// has another epoch.
    public var rooms: [RoomName] = []
    /// Events of these rooms, or of the person.
    public var events: UInt64 = 0
    /// The person's messages that said something.
    public var messages: UInt64 = 0
    /// Files whose records are gone. Their bytes are at the places in ``Appended/removed``.
    public var files: UInt64 = 0
    /// Where the next step goes on; `nil` when nothing is left.
    public var next: Removal.Place?

    /// Creates the outcome of a step that removed nothing.
    public init() {}

    /// Counts another step of the same removal.
    public mutating func add(_ step: Removed) {
        rooms += step.rooms
        events += step.events
        messages += step.messages
        files += step.files
        next = step.next
    }
}

extension MessageStore {
    /// Removes something in as many steps as it takes. For the one thread that appends.
    public func remove(_ subject: Removal.Subject, removing: ([FilePlace]) -> Void) throws(StoreError) -> Removed {
        var sum = Removed()
        repeat {
            let appended = try append(Batch(removal: Removal(subject, at: sum.next)))
            removing(appended.removed)
            switch appended.removal {
            case .success(let step): sum.add(step)
            case .failure(let refusal): throw .unreadable(refusal.text)
            case nil: throw .unusable("This store removes nothing.")
            }
        } while sum.next != nil
        return sum
    }
}
