import ChatWire

/// What became of a ``Submission``, for the connection that sent it.
package struct Reply: Hashable, Sendable {
    package var origin: Origin
    package var ref: UInt64?
    package var result: Result

    package enum Result: Hashable, Sendable {
        case appended(room: RoomName, number: UInt64?, seq: Seq, id: EventID, at: Int64)
        case refused(WireError)
        /// The read mark is kept.
        case marked
        /// It is done, also if it was so already.
        case done
        /// A page of bans from the server. Indirect, so that the reply to a message stays small.
        indirect case bans([ServerBan], next: String?)
        /// The room's head is known. A connection that subscribes when it gets this reply is
        /// delivered everything committed after that head.
        ///
        /// `head`: with the room's epoch. Indirect, so that the reply to a message stays small.
        indirect case joinReady(room: RoomName, head: Position, since: Position?, read: ReadPoint?, RoomInfo?)
        case joinRefused(RoomName, WireError)
    }

    package init(_ result: Result, to origin: Origin, ref: UInt64) {
        self.origin = origin
        self.ref = ref
        self.result = result
    }

    package init(_ submission: Submission, _ result: Result) {
        origin = submission.origin
        ref = submission.ref
        self.result = result
    }
}
