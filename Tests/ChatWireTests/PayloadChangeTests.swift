import Testing

@testable import ChatWire

@Suite struct PayloadChangeTests {
    private let order = Payload(type: "com.example.order", data: #"{"number":7}"#)

    private func settings(_ json: String) throws -> SettingsChange {
        var json = json
        return try json.withUTF8 { bytes in
            Result { () throws(WireError) in try SettingsChange(JSONObject(bytes), .refused) }
        }.get()
    }

    private func data(_ bytes: Int) -> Payload { Payload(type: "x", data: String(repeating: "a", count: bytes)) }

    @Test func `a payload is set, stays, is replaced and is removed`() {
        var settings = RoomSettings()
        settings.apply(SettingsChange(payload: .content(order)))
        #expect(settings.payload == order)
        settings.apply(SettingsChange(title: "Tea"))
        #expect(settings.payload == order)
        settings.apply(SettingsChange(payload: .content(data(1))))
        #expect(settings.payload == data(1))
        settings.apply(SettingsChange(payload: .removed))
        #expect(settings.payload == nil)

        var profile = Profile()
        profile.apply(ProfileChange(payload: .content(order)))
        profile.apply(ProfileChange(about: "Gardener"))
        #expect(profile.payload == order)
        #expect(ShownProfile(UserID(high: 1, low: 1), profile)?.payload == order)
        profile.apply(ProfileChange(about: "", payload: .removed))
        #expect(ShownProfile(UserID(high: 1, low: 1), profile) == nil)
    }

    @Test func `an empty object removes it, and another one must be whole`() throws {
        #expect(try settings(#"{"payload":{}}"#).payload == .removed)
        let one = try settings(#"{"payload":{"type":"x","data":"1"}}"#)
        #expect(one.payload == .content(Payload(type: "x", data: "1")))
        #expect(try settings("{}").payload == nil)
        for wrong in [#"{"payload":"x"}"#, #"{"payload":{"type":"x"}}"#, #"{"payload":{"type":1,"data":"x"}}"#] {
            #expect(throws: WireError.self) { try settings(wrong) }
        }
    }

    @Test func `rooms and people have maximums of their own`() {
        func refusal(_ bytes: Int, _ mutation: (Payload) -> Mutation) -> WireError.Code? {
            mutation(data(bytes)).check()?.code
        }
        func room(_ payload: Payload) -> Mutation { .settings(SettingsChange(payload: .content(payload))) }
        func person(_ payload: Payload) -> Mutation { .profile(ProfileChange(payload: .content(payload))) }
        #expect(refusal(Limits.roomPayloadBytes - 1, room) == nil)
        #expect(refusal(Limits.roomPayloadBytes, room) == nil)
        #expect(refusal(Limits.roomPayloadBytes + 1, room) == .payload)
        #expect(refusal(Limits.profilePayloadBytes - 1, person) == nil)
        #expect(refusal(Limits.profilePayloadBytes, person) == nil)
        #expect(refusal(Limits.profilePayloadBytes + 1, person) == .payload)
        #expect(room(Payload(type: "No Type", data: "1")).check()?.code == .payload)
        #expect(room(Payload(type: "x", data: "\u{1}")).check()?.code == .payload)
    }

    @Test func `it is compared by its bytes, counted, and shown to the filter`() {
        let request = Mutation.settings(SettingsChange(payload: .content(order)))
        #expect(request.became(.settings(SettingsChange(payload: .content(order)))))
        #expect(!request.became(.settings(SettingsChange(payload: .content(data(3))))))
        #expect(!request.became(.settings(SettingsChange(payload: .removed))))
        #expect(!request.became(.settings(SettingsChange())))
        let profile = Mutation.profile(ProfileChange(payload: .content(order)))
        #expect(profile.became(.profile(ProfileChange(payload: .content(order)))))
        #expect(!profile.became(.profile(ProfileChange(payload: .removed))))
        for mutation in [request, profile] {
            #expect(mutation.textBytes == order.data.utf8.count)
            #expect(mutation.shownTexts.contains(order.data))
        }
    }
}
