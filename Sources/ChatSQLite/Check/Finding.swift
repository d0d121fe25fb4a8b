import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// One flaw in a data folder.
public struct Finding: Hashable, Sendable {
    /// The room that the flaw concerns, if any.
    public var room: String?
    /// The events that the flaw concerns, if any.
    public var seqs: ClosedRange<Seq>?
    /// What is wrong, for the operator.
    public var what: String

    /// Room, number and description, separated by tabs; `-` if there is no room or number.
    public var line: String {
        var numbers = "-"
        if let seqs {
            numbers = seqs.count == 1 ? "\(seqs.lowerBound)" : "\(seqs.lowerBound)-\(seqs.upperBound)"
        }
        return "\(room ?? "-")\t\(numbers)\t\(what)"
    }

    init(_ what: String, room: String? = nil, seqs: ClosedRange<Seq>? = nil) {
        self.what = what
        self.room = room
        self.seqs = seqs
    }

    init(_ what: String, at key: EventKey, _ db: Database) {
        self.init(what, room: Finding.name(ofRoom: key.room, db), seqs: key.seq...key.seq)
    }

    init(_ flaw: LogFlaw, _ db: Database) {
        switch flaw {
        case .damaged(let key): self.init("damaged: the row is not what was written", at: key, db)
        case .misplaced(let key): self.init("damaged: the row has the number of no event", at: key, db)
        case .missing(let room, let seqs): self.init("missing", room: Finding.name(ofRoom: room, db), seqs: seqs)
        case .unnamed(let room): self.init("the room has no name", room: "\(room)")
        }
    }

    /// The same, for what a repair has removed for good.
    var lost: Finding {
        var loss = self
        loss.what = "lost: \(what)"
        return loss
    }

    /// The room's name, or its number in the database if the name can't be read.
    static func name(ofRoom id: Int64, _ db: Database) -> String {
        (try? EventReader.name(ofRoom: id, db))?.text ?? "\(id)"
    }
}
