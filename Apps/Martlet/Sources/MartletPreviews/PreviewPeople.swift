import ChatModel
import ChatUI
import ChatWire

/// A group with people of all kinds, as its owner sees it.
public enum PreviewPeople {
    public static var group: MembersContent {
        let me = UserID(high: 1, low: 1)
        var place = Standing()
        place.makeOwner(of: room)
        let access = RoomAccess(
            room, me, .user, exists: true, settings: RoomSettings(), standing: place, owners: 1, people: 4)
        return MembersContent(
            title: "Tea", people: PeopleList(people(me, place), presence: Presence(), access, at: 0),
            canInvite: true, canChangeSettings: true)
    }

    private static let room = RoomName.newGroup()

    private static func people(_ me: UserID, _ place: Standing) -> [Person] {
        var muted = Standing(membership: .member)
        muted.mutedUntil = 3_600_000
        var banned = Standing()
        banned.bannedUntil = MembershipChange.Action.forGood
        let standings: [(String, Standing)] = [
            ("bob", Standing(membership: .member, role: .moderator)), ("cleo", muted),
            ("dan", Standing(membership: .invited)), ("eve", Standing(membership: .requested)), ("mallory", banned),
        ]
        let others = standings.enumerated().map { index, person in
            Person(author: Author(user: UserID(high: 2, low: UInt64(index)), name: person.0), standing: person.1)
        }
        return [Person(author: Author(user: me, name: "ann"), standing: place)] + others
    }
}
