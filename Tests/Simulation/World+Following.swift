import ChatModel
import ChatTesting
import ChatWire

/// Keeps ``Phone/wanted`` in step with the rooms that an app enters and leaves by itself.
extension World {
    mutating func follow(_ frame: ServerFrame, _ id: PhoneID) {
        switch frame {
        case .rooms(_, let entries, _, _, _, _): for entry in entries { enterOwn(entry.room, id) }
        case .standing(let room, _, _, _): enterOwn(room, id)
        case .event(let room, _, let event): leave(room, event, id)
        default: break
        }
    }

    private mutating func enterOwn(_ room: RoomName, _ id: PhoneID) {
        guard phones[id].entersOwnRooms, let chat = phones[id].chat, let entry = chat.rooms.entries[room] else {
            return
        }
        let isOpen = room.kind == .open ? entry.choice.isFollowed : entry.info.standing.membership == .member
        guard isOpen else { return }
        // The app enters no direct room with a person whom its user blocks.
        if let partner = room.partner(of: chat.identity?.user), chat.blocked.contains(partner) { return }
        phones[id].wanted.insert(room)
    }

    /// A user who leaves a group leaves it on all their phones. A user who no longer follows an
    /// open room leaves it on the phones whose apps enter rooms by themselves.
    private mutating func leave(_ room: RoomName, _ event: Event, _ id: PhoneID) {
        switch event.content {
        case .membership(let change):
            guard change.action == .leave, change.member == phones[id].chat?.identity?.user else { return }
            phones[id].wanted.remove(room)
        case .choice(let change):
            guard room.isOwnLog, change.room.kind == .open, let isFollowed = change.isFollowed else { return }
            if isFollowed { return enterOwn(change.room, id) }
            if phones[id].entersOwnRooms { phones[id].wanted.remove(change.room) }
        default: break
        }
    }
}
