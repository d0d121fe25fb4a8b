import ChatCore
import Foundation
import Testing

struct CodingTests {
    private let id = "0E984725-C51C-4BF4-9960-E1C80E27ABA0"

    private struct Stored: Codable, Hashable {
        var user: UserID
        var device: DeviceID
        var event: EventID
        var file: FileID
        var session: SessionID
        var room: RoomName
        var ticket: Ticket
        var epoch: Epoch
        var place: Position
    }

    private func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    private func decode<Value: Decodable>(_ json: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(json.utf8))
    }

    /// The sentence of the error for JSON that is refused.
    private func refusal<Value: Decodable>(_ json: String, as type: Value.Type) -> String? {
        do {
            _ = try decode(json, as: type)
            return nil
        } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch {
            return "another error: \(error)"
        }
    }

    @Test func `each is encoded as its text, and read again`() throws {
        let epoch = try #require(Epoch(9_007_199_254_740_991))
        let stored = Stored(
            user: try #require(UserID(id)), device: try #require(DeviceID(id)), event: try #require(EventID(id)),
            file: try #require(FileID(id)), session: try #require(SessionID(id)), room: .lobby, ticket: Ticket(.max),
            epoch: epoch, place: Position(epoch: epoch, seq: 17))
        let text = try json(stored)
        #expect(
            text == """
                {"device":"\(id)","epoch":"9007199254740991","event":"\(id)","file":"\(id)",\
                "place":{"epoch":"9007199254740991","seq":17},"room":"lobby","session":"\(id)",\
                "ticket":"ffffffffffffffff","user":"\(id)"}
                """)
        #expect(try decode(text, as: Stored.self) == stored)
    }

    @Test func `an id is read in either case, and written in upper case`() throws {
        let user = try decode("\"\(id.lowercased())\"", as: UserID.self)
        #expect(try json([user]) == "[\"\(id)\"]")
    }

    @Test(arguments: ["", "x", "0E984725-C51C-4BF4-9960-E1C80E27ABA", "0E984725C51C4BF49960E1C80E27ABA0"])
    func `a text that is no id is refused with a sentence`(_ text: String) {
        let sentence = "“\(text)” is not a UUID: 8-4-4-4-12 hexadecimal digits."
        #expect(refusal("\"\(text)\"", as: UserID.self) == sentence)
        #expect(refusal("\"\(text)\"", as: DeviceID.self) == sentence)
        #expect(refusal("\"\(text)\"", as: EventID.self) == sentence)
        #expect(refusal("\"\(text)\"", as: FileID.self) == sentence)
        #expect(refusal("\"\(text)\"", as: SessionID.self) == sentence)
    }

    @Test(arguments: ["", "Lobby", "a b", "-a", String(repeating: "a", count: 65)])
    func `a text that is no room's name is refused with a sentence`(_ text: String) {
        #expect(
            refusal("\"\(text)\"", as: RoomName.self)
                == "“\(text)” is not the name of a room: 1 to 64 of a–z, 0–9, - and _.")
    }

    @Test func `a long text is cut in the sentence`() {
        let sentence = refusal("\"\(String(repeating: "a", count: 10_000))\"", as: RoomName.self)
        #expect(sentence?.hasPrefix("“" + String(repeating: "a", count: 80) + "”") == true)
    }

    @Test(arguments: ["", "17", "+00000000000000a", "00000000000000000", "000000000000000g"])
    func `a text that is no ticket is refused with a sentence`(_ text: String) {
        #expect(refusal("\"\(text)\"", as: Ticket.self) == "“\(text)” is not a ticket: 16 hexadecimal digits.")
    }

    @Test(arguments: ["", "0", "9007199254740992", "-1"])
    func `a text that is no epoch is refused with a sentence`(_ text: String) {
        #expect(refusal("\"\(text)\"", as: Epoch.self) == "“\(text)” is not an epoch: a number from 1 to 2⁵³ − 1.")
    }

    @Test func `a place with a number beyond those of events is refused`() {
        #expect(
            refusal(#"{"epoch":"1","seq":9007199254740992}"#, as: Position.self)
                == "9007199254740992 is larger than any number of an event.")
        #expect(refusal(#"{"epoch":"0","seq":1}"#, as: Position.self)?.hasPrefix("“0” is not an epoch") == true)
    }
}
