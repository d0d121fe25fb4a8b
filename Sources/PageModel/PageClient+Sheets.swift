import ChatModel
import ChatWire

// What the user does in the sheets over the conversation, and in the menus that open them.
extension PageClient {
    /// `nil` if the input is none of these.
    func sheetInputs(_ object: JSONObject) throws(WireError) -> [Input]? {
        switch try object.string("type") {
        case "menu": return try openMenu(object)
        case "sheet": return try openSheet(object)
        case "press": return try press(object)
        case "back":
            guard sheets?.kinds.count ?? 0 > 1 else {
                sheets = nil
                return []
            }
            sheets?.pop()
            // The queue of all rooms took the place of the room's.
            guard case .reports(ofAll: false)? = sheets?.kinds.last, let room = sheets?.room else { return [] }
            return sheets?.openQueue(of: room, try Ticket(object)) ?? []
        case "closed sheet":
            sheets = nil
            return []
        case "picture": return try setPicture(object)
        default: return nil
        }
    }

    /// Tells what the menu of a message or a room offers.
    private func openMenu(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let room = try object.optionalRoom("room") ?? room else { return [] }
        if let seq = try object.optionalSeq("seq", from: 0) {
            pageEffects.append(.menu(id: "\(seq)", messageMenu(seq, in: room)))
        } else {
            pageEffects.append(.menu(id: room.text, roomMenu(room)))
        }
        return []
    }

    /// Opens what the item `page` of a menu names, or does it at once.
    private func openSheet(_ object: JSONObject) throws(WireError) -> [Input] {
        if try object.string("page") == "profile" { return openProfile() }
        guard let room = try object.optionalRoom("room") ?? room else { return [] }
        let (page, ticket) = (try object.string("page"), try Ticket(object))
        if let seq = try object.optionalSeq("seq", from: 0) { return open(page, of: seq, in: room, ticket) }
        sheets = PageSheets(room)
        switch page {
        case "person":
            return open(Author(user: try object.id("id"), name: try object.string("name")), ticket)
        default: return open(page, ticket)
        }
    }

    private func open(_ page: String, of seq: Seq, in room: RoomName, _ ticket: Ticket) -> [Input] {
        guard let event = chat.conversations[room]?.timeline[seq] else { return [] }
        switch page {
        case "pin", "unpin": return [.perform(.pin(of: seq, on: page == "pin"), in: room, ticket: ticket)]
        case "unblock": return block(event.author.user, false, ticket)
        default: break
        }
        sheets = PageSheets(room)
        switch page {
        case "delete": sheets?.push(.deletion(Deletion(of: seq, by: event.author)))
        case "report": sheets?.push(.report(of: seq))
        case "reactions": sheets?.push(.reactions(to: seq))
        case "block": sheets?.push(.blocking(event.author))
        case "person": return open(event.author, ticket)
        default: sheets = nil
        }
        return []
    }

    /// Opens a sheet of the room over the others.
    func open(_ page: String, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        switch page {
        case "people", "invite":
            sheets?.push(page == "people" ? .people : .invite)
            var inputs = [sheets?.ask(.people(room, after: nil), ticket)].compactMap { $0 }
            if page == "people", access?.serverRole == .administrator, let asked = sheets?.openBans(ticket.next) {
                inputs.append(asked)
            }
            return inputs
        case "pins":
            sheets?.push(.pins)
        case "search":
            sheets?.push(.search)
        case "settings":
            sheets?.push(.settings)
        case "links":
            sheets?.push(.links)
            return [sheets?.ask(.links(room), ticket)].compactMap { $0 }
        case "reports", "all reports":
            sheets?.push(.reports(ofAll: page != "reports"))
            return sheets?.openQueue(of: page == "reports" ? room : nil, ticket) ?? []
        default:
            // A press that was meant for the sheet before changes nothing.
            if sheets?.kinds.isEmpty == true { sheets = nil }
        }
        return []
    }

    /// Opens the sheet of a person, and asks for the page of people that begins with their place.
    func open(_ person: Author, _ ticket: Ticket) -> [Input] {
        guard let room = sheets?.room else { return [] }
        sheets?.push(.person(person))
        return [.wantProfiles([person.user])]
            + [sheets?.ask(.people(room, after: person.user.before), ticket)].compactMap { $0 }
    }

    func block(_ person: UserID, _ on: Bool, _ ticket: Ticket) -> [Input] {
        guard let user = chat.identity?.user else { return [] }
        sheets?.requested.insert(ticket)
        return [.perform(.block(person, on: on), in: .own(user), ticket: ticket)]
    }
}

extension UserID {
    /// The id that comes before this one; the same for the first.
    fileprivate var before: UserID {
        if low > 0 { return UserID(high: high, low: low - 1) }
        return high > 0 ? UserID(high: high - 1, low: .max) : self
    }
}
