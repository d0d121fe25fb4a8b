import ChatWire
import Testing

@testable import ChatModel

@Suite struct ProfileTests {
    private let ann = UserID(high: 0x8000, low: 1)
    private let bob = UserID(high: 0x8000, low: 2)

    private func asked(_ world: World) -> [[UserID]] {
        world.asked.compactMap { if case .profiles(let users) = $0 { users } else { nil } }
    }

    private func shown(_ user: UserID, _ about: String) throws -> ShownProfile {
        try #require(ShownProfile(user, Profile(ProfileChange(about: about))))
    }

    @Test func `profiles are asked for once on a connection, and the newer answer counts`() throws {
        var world = World.ready()
        world.profiles = [try shown(ann, "Gardener")]
        world.tell(.wantProfiles([ann, bob]))
        world.tell(.wantProfiles([bob, ann]))
        world.quiesce()
        #expect(asked(world) == [[ann, bob]])
        #expect(world.chat.profiles.mapValues { $0.about } == [ann: "Gardener"])
        world.cut()
        world.quiesce()
        world.profiles = [try shown(bob, "Cook")]
        world.tell(.wantProfiles([ann, bob]))
        world.quiesce()
        #expect(world.chat.profiles.mapValues { $0.about } == [bob: "Cook"])
    }

    @Test func `many are asked for in pages, and others than were asked for are not taken`() throws {
        var world = World.ready()
        let users = (0..<UInt64(Limits.profilesPage + 1)).map { UserID(high: 0x8000, low: 10 + $0) }
        world.tell(.wantProfiles(users))
        #expect(asked(world).map(\.count) == [Limits.profilesPage, 1])
        world.toClient = [.profiles(ref: 1, [try shown(ann, "x")])]
        world.quiesce()
        #expect(world.chat.profiles.isEmpty)
        for number in 0..<UInt64(100) {
            world.tell(.wantProfiles((0..<50).map { UserID(high: number, low: $0) }))
            world.quiesce()
        }
        #expect(world.chat.profilesAsked.count <= Limits.profilesKept)
    }

    @Test func `what somebody changes of their profile is shown at once, if the profile was asked for`() throws {
        var world = World.ready()
        world.profiles = [try shown(ann, "Gardener")]
        world.tell(.wantProfiles([ann, bob]))
        world.quiesce()
        let payload = Payload(type: "team.v1", data: "{}")
        world.toClient = [
            .profile(ann, ProfileChange(payload: .content(payload))), .profile(bob, ProfileChange(about: "Cook")),
            .profile(UserID(high: 0x8000, low: 3), ProfileChange(about: "Stranger")),
        ]
        world.quiesce()
        #expect(world.chat.profiles.mapValues { $0.about } == [ann: "Gardener", bob: "Cook"])
        #expect(world.chat.profiles[ann]?.payload == payload)
        world.toClient = [.profile(ann, ProfileChange(about: "", payload: .removed))]
        world.quiesce()
        #expect(Set(world.chat.profiles.keys) == [bob])
    }

    @Test func `an answer that is older than a change does not undo it`() throws {
        var world = World.ready()
        world.profiles = [try shown(ann, "Gardener")]
        world.tell(.wantProfiles([ann]))
        world.toClient.insert(.profile(ann, ProfileChange(about: "Cook")), at: 0)
        world.quiesce()
        #expect(asked(world) == [[ann]])
        #expect(world.chat.profiles[ann]?.about == "Cook")
        #expect(world.chat.profileChanges.isEmpty)
    }

    @Test func `a server without profiles is asked once on a connection`() {
        var world = World.ready()
        world.refuse = { if case .profiles = $0 { WireError(.unknownType, "What?") } else { nil } }
        for _ in 0..<3 {
            world.tell(.wantProfiles([ann]))
            world.quiesce()
        }
        #expect(asked(world).count == 1)
        world.refuse = { if case .profiles = $0 { WireError(.overloaded, "Later.") } else { nil } }
        for _ in 0..<3 {
            world.tell(.wantProfiles([bob]))
            world.quiesce()
        }
        #expect(asked(world).count == 4, "a refusal for now is another matter")
    }

    @Test func `where there are too many, those of an earlier connection go first`() throws {
        var world = World.ready()
        func users(_ numbers: Range<UInt64>) -> [UserID] { numbers.map { UserID(high: 0x8000, low: $0) } }
        let most = UInt64(Limits.profilesKept)
        let (before, now) = (users(0..<most), users(most..<most + 200))
        world.profiles = try (before + now).map { try shown($0, "x") }
        world.tell(.wantProfiles(before))
        world.quiesce()
        #expect(world.chat.profiles.count == before.count)
        world.cut()
        world.quiesce()
        world.tell(.wantProfiles(now))
        world.quiesce()
        #expect(now.allSatisfy { world.chat.profiles[$0] != nil })
        #expect(world.chat.profiles.count <= Limits.profilesKept)
    }

    @Test func `an avatar is uploaded first, and then set`() throws {
        var world = World.ready()
        let user = try #require(world.chat.identity?.user)
        let upload = Upload(id: .random(), name: "me.png", type: "image/png", size: 9)
        let change = ProfileChange(about: "Gardener")
        world.tell(.attach(upload, to: .profile(change), in: .own(user), ticket: Ticket(1)))
        #expect(world.logs[.own(user)] == nil && world.uploads.count == 1)
        world.finishUploads()
        world.quiesce()
        #expect(world.logs[.own(user)]?.first?.content.attachment?.id == upload.id)
        #expect(world.chat.profile.avatar?.id == upload.id && world.chat.profile.about == "Gardener")
        #expect(world.released == [Ticket(1)] && world.chat.outbox.items.isEmpty)
    }

    @Test func `what takes no file is refused with one`() {
        var world = World.ready()
        let upload = Upload(id: .random(), name: "me.png", type: "image/png", size: 9)
        world.tell(.attach(upload, to: .delete(of: 1), in: .lobby, ticket: Ticket(1)))
        #expect(world.chat.outbox.items.isEmpty && world.uploads.isEmpty)
    }
}
