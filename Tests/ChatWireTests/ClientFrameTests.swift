import ChatWire
import Testing

/// The code a client frame is refused with, and the `ref` that goes back with it.
private struct Refusal: Equatable, CustomTestStringConvertible {
    var code: WireError.Code
    var ref: UInt64?
    var key: String?

    init(_ code: WireError.Code, ref: UInt64? = nil, key: String? = nil) {
        self.code = code
        self.ref = ref
        self.key = key
    }

    var testDescription: String { "\(code.rawValue) ref \(String(describing: ref)) \(key ?? "")" }
}

private func refusal(_ json: String) -> Refusal? {
    guard let failure = client(json).failure else { return nil }
    let quoted = failure.error.text.split(separator: "\"")
    return Refusal(failure.error.code, ref: failure.ref, key: quoted.count > 1 ? String(quoted[1]) : nil)
}

@Suite struct ClientFrameTests {
    @Test(arguments: [
        (#"{"ref":1}"#, "type"), (#"{"ref":1,"type":1}"#, "type"), (#"{"ref":1,"type":null}"#, "type"),
        (#"{"ref":1,"type":"hello"}"#, "version"), (#"{"ref":1,"type":"hello","version":"1"}"#, "version"),
        (#"{"ref":1,"type":"hello","version":-1}"#, "version"),
        (#"{"ref":1,"type":"hello","version":1,"name":1}"#, "name"),
        (#"{"ref":1,"type":"hello","version":1,"name":null}"#, "name"),
        (#"{"ref":1,"type":"hello","version":1,"token":[]}"#, "token"),
        (#"{"ref":1,"type":"hello","version":1,"device":"x"}"#, "device"),
        (#"{"ref":1,"type":"hello","version":1,"device":{}}"#, "device"),
        (#"{"ref":1,"type":"hello","version":1,"join":"a"}"#, "join"),
        (#"{"ref":1,"type":"hello","version":1,"join":["a",1]}"#, "join"),
        (#"{"ref":1,"type":"join"}"#, "room"), (#"{"ref":1,"type":"join","room":7}"#, "room"),
        (#"{"ref":1,"type":"join","room":"a","since":7}"#, "since"),
        (#"{"ref":1,"type":"join","room":"a","since":{"seq":7}}"#, "epoch"),
        (#"{"ref":1,"type":"join","room":"a","since":{"epoch":0,"seq":7}}"#, "epoch"),
        (#"{"ref":1,"type":"join","room":"a","since":{"epoch":1}}"#, "seq"),
        (#"{"ref":1,"type":"leave"}"#, "room"), (#"{"ref":1,"type":"typing"}"#, "room"),
        (#"{"ref":1,"type":"stoppedtyping"}"#, "room"),
        (#"{"ref":1,"type":"here"}"#, "room"),
        (#"{"ref":1,"type":"send","text":"x"}"#, "room"), (#"{"ref":1,"type":"send","room":"a"}"#, "text"),
        (#"{"ref":1,"type":"send","room":"a","text":true}"#, "text"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","number":0}"#, "number"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","number":-1}"#, "number"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","number":"1"}"#, "number"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","number":2,"after":-1}"#, "after"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","reply":0}"#, "reply"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","payload":"p"}"#, "payload"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","payload":{"data":""}}"#, "type"),
        (#"{"ref":1,"type":"send","room":"a","text":"x","payload":{"type":"p","data":{}}}"#, "data"),
        (#"{"ref":1,"type":"edit","room":"a","text":"x"}"#, "of"),
        (#"{"ref":1,"type":"edit","room":"a","of":1}"#, "text"),
        (#"{"ref":1,"type":"edit","room":"a","of":0,"text":"x"}"#, "of"),
        (#"{"ref":1,"type":"delete","room":"a"}"#, "of"),
        (#"{"ref":1,"type":"delete","room":"a","of":"1"}"#, "of"), (#"{"ref":1,"type":"delete","of":1}"#, "room"),
        (#"{"ref":1,"type":"react","room":"a","emoji":"+1","on":true}"#, "of"),
        (#"{"ref":1,"type":"react","room":"a","of":1,"on":true}"#, "emoji"),
        (#"{"ref":1,"type":"react","room":"a","of":1,"emoji":"+1"}"#, "on"),
        (#"{"ref":1,"type":"react","room":"a","of":1,"emoji":"+1","on":"yes"}"#, "on"),
        (#"{"ref":1,"type":"read","room":"a"}"#, "seq"), (#"{"ref":1,"type":"read","room":"a","seq":0}"#, "seq"),
        (#"{"ref":1,"type":"read","seq":1}"#, "room"),
        (#"{"ref":1,"type":"history","room":"a","limit":0}"#, "limit"),
        (#"{"ref":1,"type":"list","recent":null}"#, "recent"), (#"{"ref":1,"type":"list","recent":1}"#, "recent"),
        (#"{"ref":1,"type":"list","after":1}"#, "after"),
        (#"{"ref":1,"type":"list","recent":true,"after":"a"}"#, "recent"),
        (#"{"ref":1,"type":"history","room":"a","before":"1"}"#, "before"),
        (#"{"ref":1,"type":"history","room":"a","after":-1}"#, "after"),
        (#"{"ref":1,"type":"history","room":"a","around":[]}"#, "around"),
        (#"{"ref":1,"type":"history","room":"a","before":1,"after":1}"#, "before"),
        (#"{"ref":1,"type":"history","room":"a","after":1,"around":1}"#, "before"),
        (#"{"ref":1,"type":"history","room":"a","before":1,"after":1,"around":1}"#, "before"),
        (#"{"ref":1,"type":"history","room":"a","at":-1}"#, "at"),
        (#"{"ref":1,"type":"history","room":"a","at":"2026-11-01"}"#, "at"),
        (#"{"ref":1,"type":"history","room":"a","at":1,"before":1}"#, "before"),
        (#"{"ref":1,"type":"history","room":"a","at":1,"around":1}"#, "before"),
    ])
    func `a missing or wrong key is named, and the ref goes back`(_ json: String, key: String) {
        #expect(refusal(json) == Refusal(.badRequest, ref: 1, key: key))
    }

    @Test(arguments: [
        (#""type":"settings","joining":"all""#, #""invited", "request" or "anyone""#),
        (#""type":"settings","newcomers":"none""#, #""all" or "joined""#),
        (#""type":"settings","posting":"nobody""#, #""everyone" or "moderators""#),
        (#""type":"choose","about":"a","notice":"some""#, #""all", "mentions" or "none""#),
        (
            #""type":"membership","member":"A7C2B1D0-5E4F-4A3B-8C2D-1E0F9A8B7C6D","action":"kick""#,
            #""invite", "request", "join", "leave", "remove", "role", "ban", "unban", "mute" or "unmute""#
        ),
    ])
    func `a word that is not known is refused with those that are`(_ keys: String, _ words: String) {
        let error = client("{\"ref\":1,\"room\":\"a\",\(keys)}").failure?.error
        #expect(error?.code == .badRequest && error?.text.contains("must be \(words)") == true, "\(error?.text ?? "")")
    }

    @Test func `a limit has no maximum that the text could name`() {
        let error = client(#"{"ref":1,"type":"history","room":"a","limit":0}"#).failure?.error
        #expect(error?.text == "The key \"limit\" must be a whole number from 1 on.")
        #expect(client(#"{"ref":1,"type":"history","room":"a","limit":201}"#).failure == nil)
    }

    @Test func `too many combining marks have a position where they are written as such`() {
        let marks = String(repeating: "\u{301}", count: 31)
        let written = client("{\"ref\":1,\"type\":\"ping\",\"x\":\"\(marks)\"}").failure?.error
        #expect(written?.code == .badJSON && written?.text.contains(" at byte ") == true)
        let escapes = String(repeating: "\\u0301", count: 31)
        let escaped = client("{\"ref\":1,\"type\":\"ping\",\"x\":\"\(escapes)\"}").failure?.error
        #expect(escaped?.text == "Not the JSON Martlet reads: more than 30 combining marks in a row.")
    }

    @Test(arguments: [
        "{}", #"{"type":"ping"}"#, #"{"type":"ping","ref":"1"}"#, #"{"type":"ping","ref":-1}"#,
        #"{"type":"ping","ref":null}"#,
    ])
    func `a request without a ref is refused`(_ json: String) {
        #expect(refusal(json) == Refusal(.badRequest, key: "ref"))
    }

    @Test(arguments: ["", "PING", "welcome", "ping ", "__proto__"])
    func `an unknown type is refused with the ref`(_ type: String) {
        #expect(refusal("{\"type\":\"\(type)\",\"ref\":5}") == Refusal(.unknownType, ref: 5))
    }

    @Test(arguments: [
        "1.0", "1e2", "1E2", "-0", "1.5", "9007199254740992", "18446744073709551617", "10000000000000000000000",
    ])
    func `a number that is not plainly whole is no JSON of this protocol`(_ number: String) {
        #expect(refusal("{\"type\":\"ping\",\"ref\":\(number)}") == Refusal(.badJSON))
        #expect(refusal("{\"type\":\"hello\",\"ref\":1,\"version\":\(number)}")?.code == .badJSON)
        let send = "{\"type\":\"send\",\"ref\":1,\"room\":\"a\",\"text\":\"x\",\"number\":\(number)}"
        #expect(refusal(send)?.code == .badJSON)
    }

    @Test(arguments: ["01", "+1", "0x1", "1_0", ".1", "1."])
    func `a number that is no JSON is refused even where it would be ignored`(_ number: String) {
        #expect(refusal("{\"type\":\"ping\",\"ref\":\(number)}") == Refusal(.badJSON))
        #expect(refusal("{\"type\":\"ping\",\"ref\":1,\"x\":\(number)}")?.code == .badJSON)
    }

    @Test func `a ref may be 0 to 2^53 - 1`() throws {
        #expect(try client(#"{"type":"ping","ref":0}"#).get() == ClientFrame(ref: 0, request: .ping))
        let largest = try client(#"{"type":"ping","ref":9007199254740991}"#).get()
        #expect(largest.ref == Limits.largestInteger)
    }

    @Test func `a number may be 1 to 2^53 - 1`() throws {
        for number in [1, Limits.largestInteger] {
            let json = "{\"type\":\"send\",\"ref\":1,\"room\":\"a\",\"number\":\(number),\"text\":\"x\"}"
            let room = try #require(RoomName("a"))
            #expect(try client(json).get().request == .mutate(room: room, number: number, .message(text: "x")))
        }
    }

    @Test(arguments: ["", "-a", "_a", "A", "a b", "ä", "a.b", "a/b", "lobby\u{301}", String(repeating: "a", count: 65)])
    func `a bad room name has its own refusal`(_ name: String) {
        for type in [
            "join", "leave", "send", "edit", "delete", "react", "read", "history", "typing", "stoppedtyping", "here",
        ] {
            #expect(refusal("{\"type\":\"\(type)\",\"ref\":1,\"room\":\"\(name)\"}") == Refusal(.roomName, ref: 1))
        }
        #expect(
            refusal("{\"type\":\"hello\",\"ref\":1,\"version\":1,\"join\":[\"\(name)\"]}") == Refusal(.roomName, ref: 1)
        )
    }

    @Test func `a room name may have 64 bytes`() {
        let name = String(repeating: "a", count: 64)
        #expect(refusal("{\"type\":\"join\",\"ref\":1,\"room\":\"\(name)\"}") == nil)
    }

    @Test func `a hello may join 16 rooms and not 17`() {
        func hello(_ rooms: Int) -> String {
            let names = (0..<rooms).map { "\"r\($0)\"" }.joined(separator: ",")
            return "{\"type\":\"hello\",\"ref\":1,\"version\":1,\"join\":[\(names)]}"
        }
        #expect(refusal(hello(16)) == nil)
        #expect(refusal(hello(17)) == Refusal(.badRequest, ref: 1, key: "join"))
    }

    @Test func `unknown keys are ignored with any value`() throws {
        let json =
            #"{"x":[1.5e3,null,{"ref":9}],"type":"ping","text":7,"__proto__":{"a":-0.0},"ref":3,"room":"!","":1e999}"#
        #expect(try client(json).get() == ClientFrame(ref: 3, request: .ping))
    }

    @Test func `keys may come in any order and be written with escapes`() throws {
        let json = #" { "t\u0065xt" : "\u0068i" , "room" : "lobby" , "\u0072ef" : 2 , "type" : "s\u0065nd" } "#
        #expect(
            try client(json).get()
                == ClientFrame(ref: 2, request: .mutate(room: .lobby, number: nil, .message(text: "hi"))))
    }

    @Test func `a key that is broken deep inside an ignored value is still refused`() {
        #expect(refusal(#"{"type":"ping","ref":1,"x":{"y":[{"z":1,"z":2}]}}"#) == Refusal(.badJSON))
        #expect(refusal(#"{"type":"ping","ref":1,"x":"\ud800"}"#) == Refusal(.badJSON))
    }

    @Test(arguments: ["", "[]", "1", "null", "\"{}\"", "{", "{}{}", "\u{FEFF}{}"])
    func `what is no object is no frame`(_ json: String) {
        #expect(refusal(json) == Refusal(.badJSON))
    }
}
