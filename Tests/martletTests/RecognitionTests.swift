import ChatWire
import Testing

@testable import martlet

/// What the generator takes for its own must be exactly what Martlet writes.
@Suite struct RecognitionTests {
    private static let marker = Marker(run: 0xC0FFEE, sender: 7, ref: 0x0301, due: 123_456_789)

    private static func text(bytes: Int) -> String {
        var text = [UInt8](repeating: UInt8(ascii: "."), count: bytes)
        marker.write(over: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return writer.bytes
    }

    private static func event(_ text: String) throws -> [UInt8] {
        let room = try #require(RoomName("bench-c0ffee-0"))
        let epoch = try #require(Epoch(1))
        let event = Event(
            seq: 58, id: EventID(high: 1, low: 2), at: 1_795_223_116_490,
            author: Author(user: UserID(high: 3, low: 4), name: "guest-7F3A"),
            idempotencyKey: IdempotencyKey(device: DeviceID(high: 5, low: 6), number: 1),
            content: .message(Message(text: text)))
        return json { Event.writeEvent(room: room, epoch: epoch, event: event, to: &$0) }
    }

    private static func find(
        _ json: [UInt8], _ door: LoadPlan.Door, run: UInt32 = marker.run, textBytes: Int = 64
    ) -> Recognition.Found? {
        json.withUnsafeBytes { Recognition(door: door, run: run, textBytes: textBytes).find($0) }
    }

    @Test(arguments: [Marker.bytes, 64, 1_000])
    func `an event of this run is a delivery`(bytes: Int) throws {
        let event = try RecognitionTests.event(RecognitionTests.text(bytes: bytes))
        #expect(RecognitionTests.find(event, .v1, textBytes: bytes) == .delivery(RecognitionTests.marker))
    }

    @Test func `an event of another run, or of people, is not`() throws {
        let event = try RecognitionTests.event(RecognitionTests.text(bytes: 64))
        #expect(RecognitionTests.find(event, .v1, run: 1) == nil)
        #expect(RecognitionTests.find(try RecognitionTests.event("Hi"), .v1) == nil)
        #expect(RecognitionTests.find(event, .swiftchat) == nil)
    }

    @Test func `a SwiftChat message of this run is a delivery`() {
        let message = SwiftChatFrame.Delivered(
            at: 1_795_223_116_490, id: EventID(high: 1, low: 2), message: RecognitionTests.text(bytes: 64),
            user: LoadConnection.user, userID: UserID(high: 3, low: 4))
        let json = RecognitionTests.json { message.write(to: &$0) }
        #expect(RecognitionTests.find(json, .swiftchat) == .delivery(RecognitionTests.marker))
    }

    @Test(arguments: [UInt64(1), 769, UInt64(UInt32.max)])
    func `an acknowledgement is known by its reference`(ref: UInt64) throws {
        let room = try #require(RoomName("bench-c0ffee-0"))
        let sent = ServerFrame.sent(ref: ref, room: room, number: 1, seq: 2, id: EventID(high: 1, low: 2), at: 3)
        let json = RecognitionTests.json { sent.write(to: &$0) }
        #expect(RecognitionTests.find(json, .v1) == .sent(ref: UInt32(ref)))
    }

    @Test func `a reference that is none of the generator's is left to the decoder`() throws {
        let room = try #require(RoomName("bench-c0ffee-0"))
        for ref in [UInt64(UInt32.max) + 1, 9_007_199_254_740_991] {
            let sent = ServerFrame.sent(ref: ref, room: room, number: 1, seq: 2, id: EventID(high: 1, low: 2), at: 3)
            #expect(RecognitionTests.find(RecognitionTests.json { sent.write(to: &$0) }, .v1) == nil)
        }
        #expect(RecognitionTests.find(Array(#"{"type":"pong","ref":1,"at":17952231165}"#.utf8), .v1) == nil)
        #expect(RecognitionTests.find(Array(#"{"type":"sent","ref":"#.utf8), .v1) == nil)
        #expect(RecognitionTests.find([], .v1) == nil)
    }
}
