import ChatRooms
import ChatWire
import Foundation

/// What an operator is told of a disk without room.
extension DataPaths {
    /// Whether the disk with the folder is so full that a server there takes no messages, or takes
    /// none again after it was full.
    public var isDiskFull: Bool { (DataFolder.freeBytes(folder) ?? .max) < Limits.readOnlyEnd }

    /// Says that the disk has no room for a deletion, and what to do.
    public var noRoomForDeletion: String {
        "The disk with \(folder) is full, and a deletion needs up to \(Limits.readOnlyReserve >> 20) MiB before it frees any: free some space, then run the command again. A part may be done already. \(roomAdvice)"
    }

    /// What a deletion from a full disk has not achieved.
    public var noRoomByDeletion: String {
        "The disk with \(folder) is still nearly full, and a server takes no messages there below \(Limits.readOnlyEnd >> 20) MiB. A deletion frees the bytes of files only: the database keeps its size, and writes new messages into the space that was freed in it. \(roomAdvice)"
    }

    /// Names what may be deleted to make room.
    var roomAdvice: String {
        let leftovers = StampedFolder.replaced.all(in: self) + StampedFolder.repaired.all(in: self)
        let (named, more) = (leftovers.sorted().prefix(3).joined(separator: ", "), leftovers.count > 3 ? ", …" : "")
        let advice =
            leftovers.isEmpty
            ? "Look for old backups and logs on that disk."
            : "You may delete what a restore or a repair has set aside: \(named)\(more)."
        return "\(advice) Delete nothing else in the folder: martlet.db-wal has messages, too."
    }
}
