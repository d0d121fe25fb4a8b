import ChatWire
import Testing

@Suite struct RoomKindTests {
    private let low = UserID(high: 1, low: 2)
    private let high = UserID(high: 1, low: 3)

    private func kind(_ text: String) throws -> RoomKind { try #require(RoomName(text)).kind }

    @Test func `a group has 26 characters of base 32, with any bits`() throws {
        #expect(RoomName.newGroup().kind == .group)
        for digits in [String(repeating: "0", count: 26), String(repeating: "v", count: 26)] {
            #expect(try kind("g-" + digits) == .group)
        }
        for digits in ["", String(repeating: "0", count: 25), String(repeating: "0", count: 27)] {
            #expect(try kind("g-" + digits) == .open)
        }
        for other in ["w", "z", "-", "_"] {
            #expect(try kind("g-" + String(repeating: "0", count: 25) + other) == .open)
        }
    }

    @Test func `a direct room names two people, the lower id first`() throws {
        let room = try #require(RoomName.direct(high, low))
        #expect(room.kind == .direct(low, high))
        #expect(room == RoomName.direct(low, high))
        #expect(RoomName.direct(low, low) == nil)
    }

    @Test func `what the user may do to others is what a change of their place would be refused for`() throws {
        let actions: [MembershipChange.Action] = [
            .invite, .request, .join, .leave, .remove, .role(.owner), .role(.member), .ban(until: 5), .unban,
            .mute(until: 5), .unmute,
        ]
        let direct = try #require(RoomName.direct(low, high))
        for room in [.lobby, RoomName.newGroup(), direct, .own(low)] {
            for role in [RoomRole.member, .moderator, .owner] {
                for target in [Standing(), Standing(membership: .invited), Standing(membership: .member, role: .owner)]
                {
                    for exists in [true, false] {
                        let place = Standing(membership: .member, role: role)
                        let access = RoomAccess(room, low, exists: exists, standing: place, owners: 2, people: 5)
                        for action in actions {
                            let change = Mutation.membership(MembershipChange(high, action))
                            let isRefused = access.refusal(of: change, toward: target, at: 0) != nil
                            #expect(access.may(action, toward: target, at: 0) != isRefused)
                        }
                    }
                }
            }
        }
    }

    @Test func `a name that looks like a direct room but is none is nobody's, not everyone's`() throws {
        let room = try #require(RoomName.direct(low, high)).text
        let (one, other) = (room.dropFirst(2).prefix(26), room.suffix(26))
        let large = String(repeating: "v", count: 26)
        for ids in [other + one, one + one, one + large] {
            let name = try #require(RoomName("d-" + String(ids)))
            #expect(name.kind == .direct(.nobody, .nobody))
            #expect(RoomAccess(name, low).refusalOfEntering(at: 0) == .noSuchRoom)
            #expect(RoomAccess(name, low, exists: false).refusal(of: .message(text: "x"), at: 0) == .noSuchRoom)
        }
        #expect(try kind("d-" + String(one)) == .open)
    }
}
