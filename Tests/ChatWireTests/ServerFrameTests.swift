import ChatWire
import Testing

@Suite struct ServerFrameTests {
    private let author = #""user":"0E984725-C51C-4BF4-9960-E1C80E27ABA0","name":"ann""#

    private func event(_ rest: String) -> String {
        "{\"type\":\"event\",\"room\":\"lobby\",\"epoch\":7,\"seq\":1,\"id\":\"A7C2B1D0-5E4F-4A3B-8C2D-1E0F9A8B7C6D\","
            + "\"at\":-5,\(author),\(rest)}"
    }

    @Test func `an event of an unknown kind is kept as that`() throws {
        let frame = try server(event(#""kind":"vanished","text":7"#)).get()
        guard case .event(_, _, let event) = frame else {
            Issue.record("no event")
            return
        }
        #expect(event.content == .unknown(kind: "vanished"))
        #expect(event.at == -5)
        #expect(written { frame.write(to: &$0) }.hasSuffix(#""name":"ann","kind":"vanished"}"#))
    }

    @Test func `a decision of a newer server is left out, and the others stay`() throws {
        func decided(_ place: Int, _ decision: String) -> String {
            "{\"place\":\(place),\"decided\":{\"of\":1,\"reports\":1,\"at\":5,\(author),\"decision\":\"\(decision)\"}}"
        }
        let actions = [decided(3, "accepted"), decided(2, "escalated"), decided(1, "dismissed")]
        let frame = try server(
            #"{"type":"actions","ref":1,"room":"lobby","actions":["# + actions.joined(separator: ",") + "]}"
        ).get()
        guard case .actions(_, _, let read, nil) = frame else {
            Issue.record("no actions")
            return
        }
        #expect(read.map(\.number) == [3, 1])
    }

    @Test func `a device without its number is refused, and the other way around`() {
        let device = #""device":"6F9619FF-8B86-4D01-B42D-00CF4FC964FF""#
        #expect(server(event(device + #","number":1,"kind":"message","text":"x""#)).failure == nil)
        for half in [device, #""number":1"#] {
            #expect(server(event(half + #","kind":"message","text":"x""#)).failure?.error.code == .badRequest)
        }
    }

    @Test(arguments: [
        (#""kind":"message""#, "text"), (#""kind":"message","text":"x","reply":0"#, "reply"),
        (#""kind":"message","text":"x","edited":"2""#, "edited"),
        (#""kind":"message","text":"x","payload":1"#, "payload"),
        (#""kind":"message","text":"x","payload":{"type":"a"}"#, "data"),
        (#""kind":"message","text":"x","reactions":{}"#, "reactions"),
        (#""kind":"message","text":"x","reactions":[{"emoji":"+1"}]"#, "users"),
        (#""kind":"message","text":"x","reactions":[{"emoji":"+1","users":["ann"]}]"#, "users"),
        (#""kind":"deleted""#, "by"), (#""kind":"deleted","by":0"#, "by"), (#""kind":"edit","of":1"#, "text"),
        (#""kind":"edit","text":"x""#, "of"), (#""kind":"deletion""#, "of"),
        (#""kind":"reaction","of":1,"on":true"#, "emoji"),
        (#""kind":"reaction","of":1,"emoji":"+1""#, "on"), (#""kind":"reaction","of":1,"emoji":"+1","on":1"#, "on"),
    ])
    func `an event that is not whole is refused by the key`(_ rest: String, key: String) {
        #expect(server(event(rest)).failure?.error.text.contains("\"\(key)\"") == true)
    }

    @Test func `an event alone is written as the frame is`() throws {
        let json = event(#""kind":"message","text":"x""#)
        guard case .event(let room, let epoch, let event) = try server(json).get() else {
            Issue.record("no event")
            return
        }
        #expect(written { Event.writeEvent(room: room, epoch: epoch, event: event, to: &$0) } == json)
    }

    @Test(arguments: [(#","previews":true"#, true, false), (#","privateFiles":true"#, false, true), ("", false, false)])
    func `a welcome says only what its server has`(_ rest: String, previews: Bool, privateFiles: Bool) throws {
        let (user, device) = ("0E984725-C51C-4BF4-9960-E1C80E27ABA0", "6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
        let json =
            #"{"type":"welcome","ref":1,"version":1,"user":"\#(user)","name":"ann","device":"\#(device)","token":"t","server":"s","at":1,"ping":25,"limits":{"frame":1,"text":2,"page":3,"rooms":4,"sending":5,"file":6\#(rest)}}"#
        let frame = try server(json).get()
        guard case .welcome(1, let welcome) = frame else {
            Issue.record("no welcome")
            return
        }
        #expect((welcome.limits.previews, welcome.limits.privateFiles) == (previews, privateFiles))
        #expect(written { frame.write(to: &$0) } == json)
    }

    @Test(arguments: [("", true), (#","writes":false"#, false)])
    func `a welcome tells a guest who only reads`(_ rest: String, mayWrite: Bool) throws {
        let (user, device) = ("0E984725-C51C-4BF4-9960-E1C80E27ABA0", "6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
        let json =
            #"{"type":"welcome","ref":1,"version":1,"user":"\#(user)","name":"ann","device":"\#(device)","token":"t","server":"s","at":1,"ping":25\#(rest),"limits":{"frame":1,"text":2,"page":3,"rooms":4,"sending":5,"file":6}}"#
        let frame = try server(json).get()
        guard case .welcome(1, let welcome) = frame else {
            Issue.record("no welcome")
            return
        }
        #expect(welcome.mayWrite == mayWrite)
        #expect(written { frame.write(to: &$0) } == json)
    }

    @Test func `an error with a number from the future keeps it`() throws {
        let json =
            #"{"type":"error","ref":1,"code":777,"error":"too_hot","text":"Wait.","temporary":true,"retry":5,"reason":"spam"}"#
        let frame = try server(json).get()
        guard case .error(1, let error) = frame else {
            Issue.record("no error")
            return
        }
        #expect(error.code.rawValue == 777 && error.code.isTemporary && error.retry == 5)
        #expect(error.reason == "spam")
        #expect(try server(written { frame.write(to: &$0) }).get() == frame)
    }

    @Test(arguments: [
        (#"{"type":"ok"}"#, "ref"), (#"{"type":"pong","ref":1}"#, "at"), (#"{"type":"left","ref":1}"#, "room"),
        (#"{"type":"joined","ref":1,"room":"a","epoch":1,"head":0,"count":1}"#, "reset"),
        (#"{"type":"joined","ref":1,"room":"a","epoch":1,"head":0,"count":1,"reset":0}"#, "reset"),
        (#"{"type":"joined","ref":1,"room":"a","epoch":0,"head":0,"count":1,"reset":true}"#, "epoch"),
        (#"{"type":"sent","ref":1,"room":"a","seq":0,"at":1,"id":"A7C2B1D0-5E4F-4A3B-8C2D-1E0F9A8B7C6D"}"#, "seq"),
        (#"{"type":"sent","ref":1,"room":"a","seq":1,"at":1,"id":"A7C2B1D0"}"#, "id"),
        (#"{"type":"page","ref":1,"room":"a","epoch":1,"head":1,"events":[[]]}"#, "events"),
        (#"{"type":"page","ref":1,"room":"a","epoch":1,"head":1,"events":[{}]}"#, "seq"),
        (#"{"type":"members","ref":1,"room":"a","count":1,"members":{}}"#, "members"),
        (#"{"type":"presence","room":"a","count":1,"joined":[]}"#, "left"),
        (#"{"type":"members","ref":1,"room":"a","count":1,"members":[{"name":"x"}]}"#, "user"),
        (#"{"type":"joined","ref":1,"room":"a","epoch":1,"head":0,"count":1,"reset":true,"read":0}"#, "read"),
        (#"{"type":"read","room":"a","user":"A7C2B1D0-5E4F-4A3B-8C2D-1E0F9A8B7C6D","name":"x"}"#, "seq"),
        (#"{"type":"read","room":"a","seq":1}"#, "user"),
        (#"{"type":"typing","room":"a"}"#, "user"), (#"{"type":"stoppedtyping","room":"a"}"#, "user"),
        (#"{"type":"error","text":"x"}"#, "code"),
        (#"{"type":"error","text":"x","code":65536}"#, "code"), (#"{"type":"error","code":1}"#, "text"),
        (#"{"type":"welcome","ref":1,"version":1}"#, "user"),
    ])
    func `a missing or wrong key is named`(_ json: String, key: String) {
        #expect(server(json).failure?.error.code == .badRequest)
        #expect(server(json).failure?.error.text.contains("\"\(key)\"") == true)
    }

    @Test func `a frame of an unknown type is refused as that`() {
        #expect(server(#"{"type":"poll"}"#).failure?.error.code == .unknownType)
        #expect(server(#"{"type":"poll","ref":4}"#).failure?.ref == 4)
    }

    @Test func `the codes from 200 on are temporary`() {
        for code in WireError.Code.all { #expect(code.isTemporary == (code.rawValue >= 200)) }
    }
}
