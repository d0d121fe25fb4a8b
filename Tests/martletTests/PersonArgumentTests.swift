import ChatWire
import Testing

@testable import martlet

@Suite struct PersonArgumentTests {
    private let room = RoomName.lobby

    @Test func `a name is the person who has it, also if they are listed twice`() throws {
        let (ann, bob) = (Author(user: UserID.random(), name: "ann"), Author(user: UserID.random(), name: "bob"))
        #expect(try RoomCall.person("bob", in: room, among: [ann, bob, bob]) == bob.user)
    }

    @Test func `a name of several people is refused with their ids`() throws {
        let bobs = [Author(user: UserID.random(), name: "bob"), Author(user: UserID.random(), name: "bob")]
        let failure = #expect(throws: CommandFailure.self) { try RoomCall.person("bob", in: room, among: bobs) }
        let said = try #require(failure).description
        for bob in bobs { #expect(said.contains(bob.user.text)) }
    }

    @Test func `a name that nobody has says where ids are`() throws {
        let failure = #expect(throws: CommandFailure.self) { try RoomCall.person("bob", in: room, among: []) }
        #expect(try #require(failure).description.contains("martlet tail lobby --json"))
    }
}
