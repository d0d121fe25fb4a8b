import ChatWire
import Foundation
import Testing

@Suite struct SwiftChatFrameTests {
    private let id = EventID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3210)
    private let bob = UserID(high: 0x0123_4567_89AB_CDEF, low: 0xFEDC_BA98_7654_3211)
    private let user = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"

    @Test(
        arguments: [
            (1_795_223_700_500, "816916500.5"), (1_795_223_700_000, "816916500"), (978_307_200_000, "0"),
            (978_307_200_001, "0.001"),
            (978_307_200_010, "0.01"), (978_307_200_120, "0.12"), (978_307_200_123, "0.123"),
            (978_307_199_999, "-0.001"),
            (978_307_199_500, "-0.5"), (0, "-978307200"), (978_307_198_990, "-1.01"), (.min, "-9223372036854775.808"),
            (.max, "9223371058547575.807"),
        ] as [(Int64, String)])
    func `a date is seconds since 2001 in the shortest form`(_ at: Int64, _ date: String) throws {
        let frame = SwiftChatFrame.Delivered(at: at, id: id, message: "Hi", user: "bob", userID: bob)
        let json = written { frame.write(to: &$0) }
        #expect(
            json == "{\"date\":\(date),\"id\":\"\(id)\",\"message\":\"Hi\",\"user\":\"bob\",\"userID\":\"\(bob)\"}")
    }

    @Test func `the original app's decoder reads what is written`() throws {
        struct Received: Decodable {
            let date: Date
            let id: UUID
            let message: String
            let user: String
            let userID: UUID
        }
        let message = "Hi \"there\"\n\u{1F600}"
        var frame = SwiftChatFrame.Delivered(at: 1_795_223_700_500, id: id, message: message, user: "bob", userID: bob)
        let received = try JSONDecoder().decode(Received.self, from: Data(written { frame.write(to: &$0) }.utf8))
        #expect(received.message == message && received.user == "bob" && received.id.uuidString == id.text)
        #expect(received.date == Date(timeIntervalSince1970: 1_795_223_700.5))
        frame = SwiftChatFrame.Delivered(refusal: WireError(.textEmpty, "Empty."), at: 978_307_200_000, id: id)
        let refusal = written { frame.write(to: &$0) }
        #expect(
            refusal == "{\"date\":0,\"error\":140,\"id\":\"\(id)\",\"message\":\"Empty.\",\"user\":\"martlet\","
                + "\"userID\":\"00000000-0000-0000-0000-000000000000\"}")
        #expect(try JSONDecoder().decode(Received.self, from: Data(refusal.utf8)).user == "martlet")
    }

    @Test func `what the original app's encoder writes is read`() throws {
        struct Submitted: Encodable {
            let message: String
            let user: String
            let userID: UUID
        }
        let uuid = try #require(UUID(uuidString: user))
        let json = try JSONEncoder().encode(Submitted(message: "a/b é\u{1F600}\n", user: "bob", userID: uuid))
        let frame = try SwiftChatFrame.Submitted(json: Array(json))
        #expect(
            frame
                == SwiftChatFrame.Submitted(
                    message: "a/b é\u{1F600}\n", user: "bob", userID: try #require(UserID(user))))
        #expect(try SwiftChatFrame.Submitted(json: Array(written { frame.write(to: &$0) }.utf8)) == frame)
    }

    @Test func `keys beyond the three are ignored and wrong ones refused`() throws {
        let rest = #""message":"Hi","user":"bob""#
        #expect(
            try SwiftChatFrame.Submitted(json: Array("{\"x\":1.5,\(rest),\"userID\":\"\(user)\"}".utf8)).user == "bob")
        for json in [
            "{\(rest)}", "{\(rest),\"userID\":\"bob\"}", "{\(rest),\"userID\":7}", "{\"userID\":\"\(user)\"}", "[]",
        ] {
            #expect(throws: WireError.self) { try SwiftChatFrame.Submitted(json: Array(json.utf8)) }
        }
    }
}
