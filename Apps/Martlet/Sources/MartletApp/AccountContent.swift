import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire

extension AppState {
    /// The current account's screen.
    var accountContent: AccountScreenContent {
        let identity = chat.identity
        let name = identity?.name ?? accounts.current?.name ?? ""
        return AccountScreenContent(
            title: identity?.role == .administrator ? "\(name) · administrator" : name,
            sessions: panel.sessions.map { sessions in
                sessions.map { session in
                    SessionLine(
                        id: session.id, isCurrent: session.isCurrent, created: session.created, used: session.used,
                        now: DateFormatting.now)
                }
            },
            isBusy: panel.isBusy, report: panel.failure ?? panel.success, pending: chat.waiting)
    }

    /// The members' screen of a room.
    func membersContent(of room: RoomName) -> MembersContent {
        let conversation = chat.conversations[room]
        let (access, now) = (chat.access[room], DateFormatting.now)
        let other = Person(author: Author(user: .nobody, name: ""), standing: Standing())
        let invitation = Mutation.membership(MembershipChange(other.author.user, .invite))
        let settings = Mutation.settings(SettingsChange(slowMode: 0))
        return MembersContent(
            title: conversation?.title ?? room.text,
            people: PeopleList(
                people?.people ?? [], presence: conversation?.presence ?? Presence(), access, at: now),
            isLoading: people?.isLoading ?? false, failure: people?.failure,
            canInvite: access.map { $0.refusal(of: invitation, at: now) == nil } ?? false,
            canChangeSettings: access.map { $0.refusal(of: settings, at: now) == nil } ?? false)
    }

    /// Whom the user may invite to a group from here.
    func peopleToInvite(to room: RoomName) -> [Author] {
        Invitation.people(chat.peopleNearby, without: people?.people ?? [], at: DateFormatting.now)
    }
}
