import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct PeopleTests {
    private let me = UserID(high: 1, low: 1)
    private let group = RoomName.newGroup()

    private func person(_ name: String, _ membership: Standing.Membership, _ role: RoomRole = .member) -> Person {
        let id = UserID(high: 2, low: UInt64(name.utf8.first ?? 0))
        return Person(author: Author(user: id, name: name), standing: Standing(membership: membership, role: role))
    }

    private func access(_ role: RoomRole, in room: RoomName? = nil, muted: Int64? = nil) -> RoomAccess {
        var standing = Standing(membership: .member, role: role)
        standing.mutedUntil = muted
        return RoomAccess(
            room ?? group, me, .user, exists: true, settings: RoomSettings(), standing: standing, owners: 2, people: 9)
    }

    @Test func `the people of a group are listed in sections, requests first, and by role in each`() {
        var banned = person("eve", .outsider)
        banned.standing.bannedUntil = MembershipChange.Action.forGood
        let people = [
            person("dan", .member), person("bob", .member, .moderator), person("cleo", .invited),
            person("ann", .member, .owner), person("fred", .requested), banned,
        ]
        let list = PeopleList(people, presence: Presence(), access(.owner), at: 0)
        #expect(list.sections.map(\.title) == ["Asked to join", "Members", "Invited", "Banned or muted"])
        #expect(list.sections[1].people.map(\.person.author.name) == ["ann", "bob", "dan"])
        #expect(list.sections[1].people.map(\.detail) == ["Owner", "Moderator", nil])
        #expect(list.sections[3].people[0].detail == "banned")
        #expect(list.actions(for: list.sections[3].people[0]).contains(.change(.unban)))
    }

    @Test func `people of a role are listed as in a dictionary`() {
        let people = ["Zoe", "émile", "bob", "Fred"].map { person($0, .member) }
        let list = PeopleList(people, presence: Presence(), access(.owner), at: 0)
        #expect(list.sections[0].people.map(\.person.author.name) == ["bob", "émile", "Fred", "Zoe"])
    }

    @Test func `a person whose ban is over is not listed as banned`() {
        var eve = person("eve", .outsider)
        eve.standing.bannedUntil = 1_000
        func titles(at time: Int64) -> [String] {
            PeopleList([eve], presence: Presence(), access(.owner), at: time).sections.map(\.title)
        }
        #expect(titles(at: 999) == ["Banned or muted"] && titles(at: 1_000).isEmpty)
    }

    @Test func `what is offered is what the rule allows`() {
        func menu(_ role: RoomRole, _ person: Person) -> [PersonAction] {
            PersonAction.menu(for: person, access(role), at: 1_000)
        }
        let bob = person("bob", .member)
        #expect(menu(.member, bob) == [.message])
        #expect(menu(.moderator, bob) == [.message, .sanction(.mute), .sanction(.remove), .sanction(.ban)])
        #expect(
            menu(.owner, bob) == [
                .message, .change(.role(.owner)), .change(.role(.moderator)), .sanction(.mute), .sanction(.remove),
                .sanction(.ban),
            ])
        #expect(menu(.moderator, person("cleo", .member, .owner)) == [.message])
        #expect(menu(.moderator, person("fred", .requested)).contains(.change(.join)))
        var quiet = bob
        quiet.standing.mutedUntil = 2_000
        quiet.standing.bannedUntil = 2_000
        let actions = menu(.moderator, quiet)
        #expect(actions.contains(.change(.unmute)) && actions.contains(.change(.unban)))
        #expect(!actions.contains(.sanction(.mute)) && !actions.contains(.sanction(.ban)))
        // A mute that is over is none.
        #expect(PersonAction.menu(for: quiet, access(.moderator), at: 3_000).contains(.sanction(.mute)))
        #expect(menu(.owner, Person(author: Author(user: me, name: "ann"), standing: Standing())).isEmpty)
        #expect(PersonAction.menu(for: bob, nil, at: 0).isEmpty)
        #expect(actions.map(\.title).contains("Unban") && PersonAction.sanction(.ban).title == "Ban…")
        // An administrator may ban anybody else from the server, wherever they meet.
        let administrator = RoomAccess(
            group, me, .administrator, exists: true, settings: RoomSettings(), standing: Standing(), owners: 1,
            people: 2)
        #expect(PersonAction.menu(for: bob, administrator, at: 0) == [.message, .sanction(.serverBan)])
        // What is asked about first says so.
        let roles = [RoomRole.owner, .moderator, .member].map { PersonAction.change(.role($0)).title }
        #expect(roles == ["Make an owner…", "Make a moderator", "Take the role away…"])
    }

    @Test func `a sanction has an end, and a reason that fits`() {
        let bob = Author(user: UserID(high: 2, low: 2), name: "Bob")
        var sanction = Sanction(.ban, of: bob)
        #expect(
            sanction.deed(at: 1_000)
                == .membership(MembershipChange(bob.user, .ban(until: 86_401_000), called: "Bob")))
        sanction.length = .forGood
        sanction.reason = "Spam"
        #expect(
            sanction.deed(at: 1_000)
                == .membership(
                    MembershipChange(
                        bob.user, .ban(until: MembershipChange.Action.forGood), called: "Bob", reason: "Spam")))
        sanction.reason = String(repeating: "x", count: Limits.reasonBytes + 1)
        #expect(sanction.problem != nil)
        #expect(
            Sanction(.remove, of: bob).deed(at: 0) == .membership(MembershipChange(bob.user, .remove, called: "Bob")))
        var server = Sanction(.serverBan, of: bob)
        #expect(server.deed(at: 1_000) == .serverBan(ServerBan(.user(bob.user), name: "Bob", until: 86_401_000)))
        (server.length, server.reason) = (.forGood, "Spam")
        #expect(server.deed(at: 1_000) == .serverBan(ServerBan(.user(bob.user), name: "Bob", reason: "Spam")))
        // The server refuses an empty name.
        #expect(Sanction(.remove, of: Author(user: bob.user, name: "")).problem == nil)
        #expect(!Sanction(.remove, of: bob).hasLength)
    }

    @Test func `room settings change only what differs, and not to what is wrong`() {
        var settings = RoomSettings()
        settings.title = "Tea"
        settings.slowMode = 7
        var form = RoomSettingsForm(settings)
        #expect(form.change == nil && form.pauses.contains(7) && form.pauses.contains(30))
        form.title = "Coffee"
        form.posting = .moderators
        #expect(form.change == SettingsChange(title: "Coffee", posting: .moderators))
        form.topic = "two\nlines"
        #expect(form.change == nil && form.topicProblem != nil && form.titleProblem == nil)
        #expect(RoomSettingsForm.text(ofPause: 0) == "Off" && RoomSettingsForm.text(ofPause: 60) == "1 minute")
    }

    @Test func `a muted user sees the end, and may still delete their messages`() throws {
        #expect(Silence(.joined, access(.member), at: 0) == nil && Silence(.joined, nil, at: 0) == nil)
        let muted = access(.member, muted: 60_000)
        #expect(Silence(.joined, muted, at: 60_000) == nil)
        let silence = try #require(Silence(.joined, muted, at: 0))
        #expect(silence.sentence.hasPrefix("A moderator has muted you here until "))
        let forGood = Silence(.joined, access(.member, muted: MembershipChange.Action.forGood), at: 0)
        #expect(forGood?.sentence == "A moderator has muted you here.")
        let rights = MessageRights(muted, pinned: [], at: 0)
        #expect(!rights.posts && !rights.edits && rights.acts)
        var reading = access(.member)
        reading.mayWrite = false
        #expect(!MessageRights(reading, pinned: [], at: 0).acts)
        let own = Row.Bubble(
            seq: 1, ticket: nil, author: Author(user: me, name: "ann"), isOwn: true, at: 0,
            body: .text("hello", payload: nil))
        #expect(BubbleAction.menu(for: own, rights: rights) == [.copy("hello"), .delete(Deletion(of: 1, by: nil))])
        var room = RoomSettings()
        room.posting = .moderators
        let listening = RoomAccess(
            group, me, .user, exists: true, settings: room, standing: Standing(membership: .member), owners: 1,
            people: 2)
        #expect(Silence(.joined, listening, at: 0)?.sentence == "Only moderators may write in this room.")
    }

    @Test func `what waits for the server is no silence, and a refused join says why`() {
        let stranger = RoomAccess(group, me, .user, exists: false, settings: RoomSettings(), standing: Standing())
        #expect(Silence(.waiting, stranger, at: 0) == nil && Silence(.joining, stranger, at: 0) == nil)
        let removed = WireError(.noSuchRoom, "Bob removed you from this room: Spam")
        #expect(Silence(.refused(removed), stranger, at: 0)?.sentence == removed.text)
        #expect(Silence(.joined, access(.member), at: 0) == nil)
        #expect(Silence(.joined, access(.member, muted: 60_000), at: 0) != nil)
    }

    @Test func `a ban is told with its end, and after it the user may join again`() throws {
        var standing = Standing()
        standing.bannedUntil = 60_000
        let banned = RoomAccess(.lobby, me, .user, exists: true, settings: RoomSettings(), standing: standing)
        // The server's sentence is from the moment of the join.
        let error = WireError(.banned, "You are banned from this room for another 60 seconds.")
        let silence = try #require(Silence(.refused(error), banned, at: 0))
        #expect(silence.sentence.hasPrefix("You are banned from this room until ") && silence.end == 60_000)
        #expect(!silence.canRejoin)
        let over = try #require(Silence(.refused(error), banned, at: 60_000))
        #expect(over.canRejoin && over.end == nil && over.sentence == "Your ban from this room is over.")
        // Nothing is known of the user's place.
        #expect(Silence(.refused(error), nil, at: 0)?.sentence == error.text)
        // A ban ends the membership of a group.
        var out = access(.member)
        out.standing = standing
        #expect(Silence(.refused(error), out, at: 60_000)?.canRejoin == false)
        #expect(Silence(.joined, access(.member, muted: 60_000), at: 0)?.end == 60_000)
        #expect(Silence(.joined, access(.member, muted: MembershipChange.Action.forGood), at: 0)?.end == nil)
    }

    @Test func `members, invited and banned people are not offered an invitation`() {
        var banned = person("eve", .outsider)
        banned.standing.bannedUntil = .max
        let people = [person("ann", .member), person("bob", .invited), banned, person("cleo", .outsider)]
        let nearby = people.map(\.author) + [person("dan", .outsider).author]
        #expect(Invitation.people(nearby, without: people, at: 0).map(\.name) == ["cleo", "dan"])
        let many = (0..<300).map { Author(user: UserID(high: 7, low: $0), name: "p\($0)") }
        #expect(Invitation.people(many, without: [], at: 0).count == Limits.peopleOffered)
        var invitation = Invitation()
        #expect(invitation.problem(for: nil) == nil && invitation.user == nil)
        invitation.text = " \(me.text) "
        #expect(invitation.user == me && invitation.problem(for: nil) == nil)
        #expect(invitation.problem(for: me) == "This is your own id.")
        invitation.text = "bob"
        #expect(invitation.problem(for: nil) != nil)
    }
}
