import ChatModel
import ChatWire

// The user's own profile, and the pictures of others.
extension PageClient {
    /// Opens the sheet of the user's own profile, which is in their own log.
    func openProfile() -> [Input] {
        guard let user = chat.identity?.user else { return [] }
        sheets = PageSheets(.own(user))
        sheets?.push(.profile)
        return []
    }

    var profileSheet: Sheet {
        let profile = chat.profile
        var sheet = Sheet(title: localized("Your profile"))
        sheet.portrait = chat.author.map { Sheet.Portrait($0, about: "") }
        sheet.sentence = localized("Everyone on the server can see your picture and this line.")
        sheet.isLoading = chat.outbox.items.contains { item in
            if case .profile = item.mutation { item.isPending } else { false }
        }
        let about = Sheet.Field(
            name: "about", label: localized("About you"), kind: .text, value: profile.about, hint: localized("One line")
        )
        sheet.form = Sheet.Form(
            fields: [about], button: Sheet.Button(action: "about", title: localized("Save")))
        sheet.buttons.append(Sheet.Button(action: Self.choosePicture, title: localized("Choose a picture")))
        if profile.avatar != nil {
            sheet.buttons.append(
                Sheet.Button(action: "remove picture", title: localized("Remove the picture"), isDanger: true))
        }
        let reads = profile.keepsReadsPrivate
        sheet.buttons.append(
            Sheet.Button(
                action: reads ? "show reads" : "hide reads", title: localized("Show others what I have read"),
                isOn: !reads))
        return sheet
    }

    /// The button for which JavaScript asks for a file, and tells ``setPicture(_:)``.
    private static var choosePicture: String { "choose picture" }

    func pressProfile(_ action: String, _ about: String, _ ticket: Ticket) -> [Input] {
        switch action {
        case "about":
            let about = TextRule.trimmed(about)
            guard fits("about", about, Limits.aboutBytes) else { return [] }
            return about == chat.profile.about ? [] : perform(.profile(ProfileChange(about: about)), ticket)
        case "remove picture": return perform(.profile(ProfileChange(avatar: .removed)), ticket)
        case "hide reads", "show reads":
            return perform(.profile(ProfileChange(keepsReadsPrivate: action == "hide reads")), ticket)
        default: return []
        }
    }

    /// Makes the image that the page has stored under the ticket the user's picture.
    func setPicture(_ object: JSONObject) throws(WireError) -> [Input] {
        guard let user = chat.identity?.user else { return [] }
        let ticket = try Ticket(object)
        // Others need not learn what the file was called.
        let upload = Upload(
            id: try object.id("id"), name: "picture", type: try object.string("mediaType"),
            size: try object.number("size"))
        sheets?.says(nil)
        sheets?.requested.insert(ticket)
        return [.attach(upload, to: .profile(ProfileChange()), in: .own(user), ticket: ticket)]
    }

    /// Asks for the pictures of those who come on the screen: in the list of rooms, and in the
    /// room.
    func meeting(_ inputs: [Input]) -> [Input] {
        guard chat.connection.phase == .connected else {
            pictures.room = nil
            return []
        }
        var users: [UserID] = []
        if list.isNew {
            users = chat.roomsInOrder.prefix(Limits.roomListPage).compactMap {
                $0.room.partner(of: chat.identity?.user)
            }
        }
        if pictures.room != room {
            pictures.room = room
            if let room { users += chat.people(of: room).map { $0.user } }
        }
        for case .received(let frame) in inputs { users += people(in: frame) }
        // Nothing more is done about a message of somebody who is known.
        users.removeAll { chat.hasRequestedProfile(of: $0) }
        return users.isEmpty ? [] : [.wantProfiles(users)]
    }

    /// The people who come on the screen with the frame.
    private func people(in frame: ServerFrame) -> [UserID] {
        switch frame {
        case .page(_, room, _, _, let events): events.map { $0.author.user }
        case .members(_, room, _, let members): members.map { $0.author.user }
        case .event(room, _, let event): [event.author.user]
        case .presence(room, _, let joined, _): joined.map { $0.user }
        default: []
        }
    }
}

/// The pictures of people that the page has, so that it is told only what has changed.
struct PagePictures {
    /// The room whose people the server has been asked about.
    var room: RoomName?
    private var told: [UserID: ShownProfile] = [:]
    private var isDrawn = false

    /// Notes whether a picture may have changed. What people say changes none, and it comes often.
    mutating func note(_ inputs: [Input], _ effects: [Effect]) {
        if inputs.allSatisfy({ Self.isMessage($0) }) { return }
        for case .changed(.rooms) in effects { isDrawn = false }
    }

    private static func isMessage(_ input: Input) -> Bool {
        guard case .received(.event(_, _, let event)) = input, case .message = event.content else { return false }
        return true
    }

    /// Writes the pictures that have changed, or nothing.
    mutating func write(_ chat: Chat, to writer: inout JSONWriter) {
        if isDrawn { return }
        isDrawn = true
        var shown = chat.profiles
        if let user = chat.identity?.user { shown[user] = ShownProfile(user, chat.profile) }
        var changed: [UserID] = []
        for profile in shown.values where profile.avatar?.id != told[profile.user]?.avatar?.id {
            changed.append(profile.user)
        }
        for former in told.values where former.avatar != nil && shown[former.user] == nil {
            changed.append(former.user)
        }
        told = shown
        if changed.isEmpty { return }
        writer.key("pictures")
        writer.beginArray()
        for user in changed {
            writer.beginObject()
            writer.member("user", user)
            writer.member("picture", shown[user]?.avatar?.id)
            writer.endObject()
        }
        writer.endArray()
    }
}
