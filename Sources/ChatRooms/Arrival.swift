import ChatWire

/// What a server needs to know when a person joins a room, or when their place there has changed.
/// All of it is of one moment.
public struct Arrival: Hashable, Sendable {
    /// The room's epoch and head.
    public var position: Position
    /// As of ``MessageStore/info(of:for:)``.
    public var info: RoomInfo?
    /// As of ``MessageStore/mark(of:in:)``.
    public var mark: ReadPoint?
    /// Whether only the person's own devices are told how far they have read.
    public var keepsReadsPrivate: Bool

    /// Creates the value.
    public init(position: Position, info: RoomInfo?, mark: ReadPoint?, keepsReadsPrivate: Bool) {
        self.position = position
        self.info = info
        self.mark = mark
        self.keepsReadsPrivate = keepsReadsPrivate
    }
}

extension MessageStore {
    /// Reads one after the other. A store on another machine should answer with fewer reads.
    public func arrivals(of people: [PersonInRoom]) throws(StoreError) -> [Arrival?] {
        var arrivals: [Arrival?] = []
        for person in people {
            do throws(StoreError) {
                arrivals.append(
                    Arrival(
                        position: Position(epoch: try epoch(of: person.room), seq: try head(of: person.room)),
                        info: try info(of: person.room, for: person.user),
                        mark: try mark(of: person.user, in: person.room),
                        keepsReadsPrivate: try profile(of: person.user).keepsReadsPrivate))
            } catch {
                if error.endsService { throw error }
                arrivals.append(nil)
            }
        }
        return arrivals
    }
}
