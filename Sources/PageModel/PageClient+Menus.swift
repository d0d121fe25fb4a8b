import ChatModel
import ChatWire

// What the menus of messages and rooms offer.
extension PageClient {
    /// What the menu of a message offers besides what its author may do.
    func messageMenu(_ seq: Seq, in room: RoomName) -> [Sheet.Button] {
        guard let conversation = chat.conversations[room], let event = conversation.timeline[seq],
            case .message(let message) = event.content, let me = chat.identity?.user, let access = chat.access(to: room)
        else { return [] }
        func may(_ mutation: Mutation) -> Bool {
            chat.refusal(of: mutation, in: room, at: chat.serverTime &- chat.serverAhead) == nil
        }
        var items: [Sheet.Button] = []
        let isPinned = conversation.info?.pins.contains(seq) ?? false
        if may(.pin(of: seq, on: !isPinned)) {
            items.append(
                Sheet.Button(
                    action: isPinned ? "unpin" : "pin", title: isPinned ? localized("Unpin") : localized("Pin")))
        }
        if !message.reactions.isEmpty {
            items.append(Sheet.Button(action: "reactions", title: localized("Reactions…")))
        }
        if event.author.user == me { return items }
        if access.mayWrite { items.append(Sheet.Button(action: "report", title: localized("Report…"))) }
        if access.mayModerate, may(.delete(of: seq)) {
            items.append(Sheet.Button(action: "delete", title: localized("Delete…"), isDanger: true))
        }
        items += blocking(event.author.user)
        items.append(
            Sheet.Button(action: "person", title: localized("Options for \(Sentences.isolated(event.author.name))…")))
        return items
    }

    /// What the menu of a room offers besides the user's choices about it.
    func roomMenu(_ room: RoomName) -> [Sheet.Button] {
        guard let access = chat.access(to: room), case .joined? = chat.conversations[room]?.membership else {
            return []
        }
        let time = chat.serverTime
        var items = [
            Sheet.Button(action: "people", title: room.kind == .group ? localized("Members…") : localized("People…"))
        ]
        items.append(Sheet.Button(action: "search", title: localized("Search messages…")))
        if chat.conversations[room]?.info?.pins.isEmpty == false {
            items.append(Sheet.Button(action: "pins", title: localized("Pinned messages…")))
        }
        if access.refusal(of: .settings(SettingsChange()), at: time) == nil {
            items.append(Sheet.Button(action: "settings", title: localized("Room settings…")))
        }
        if access.may(.invite, toward: Standing(), at: time) {
            items.append(Sheet.Button(action: "invite", title: localized("Invite people…")))
            items.append(Sheet.Button(action: "links", title: localized("Invite links…")))
        }
        if access.refusalOfReviewing(at: time) == nil, room.partner(of: access.user) == nil {
            items.append(Sheet.Button(action: "reports", title: localized("Reports…")))
        }
        return items
    }
}
