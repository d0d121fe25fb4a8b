import ChatModel
import ChatWire
import Testing

@testable import ChatUI

@Suite struct LinkFormTests {
    @Test func `a form says for how long and for how many a link is good`() throws {
        let code = try #require(InviteCode(.newGroup(), .random()))
        var form = LinkForm()
        #expect(
            form.change(making: code, at: 1_000)
                == LinkChange(making: code.secret.link, until: 1_000 + 7 * 24 * 60 * 60 * 1_000))
        form.lifetime = .day
        form.isForOne = true
        #expect(form.change(making: code, at: 0) == LinkChange(making: code.secret.link, uses: 1, until: 86_400_000))
        form.lifetime = .endless
        #expect(form.change(making: code, at: 5).until == nil)
    }

    @Test func `a link says how often it may be used, until when, and whose it is`() {
        let me = UserID(high: 1, low: 1)
        let link = LinkID(high: 3, low: 3)
        func line(_ uses: UInt64?, used: UInt64, until: Int64? = nil, maker: String? = nil) -> LinkLine {
            LinkLine(InviteLink(link, by: me, uses: uses, used: used, until: until), maker: maker, address: nil)
        }
        #expect(line(nil, used: 0).detail == "Not used yet · does not expire")
        #expect(line(nil, used: 1).detail == "Used by 1 person · does not expire")
        #expect(line(10, used: 3).detail == "Used by 3 of 10 people · does not expire")
        #expect(line(nil, used: .max).detail.hasPrefix("Used by"))
        let end = DateFormatting().full(1_795_223_116_482)
        #expect(line(nil, used: 0, until: 1_795_223_116_482).detail == "Not used yet · expires \(end)")
        #expect(line(nil, used: 0).title == "Your link")
        #expect(line(nil, used: 0, maker: "bob").title == "Link of \u{2068}bob\u{2069}")
        #expect(LinkLine(waiting: LinkChange(making: link), address: "x").isChanging)
    }

    @Test func `a room that a link leads to is named as far as the server tells`() {
        let entry = DirectoryEntry(room: .lobby, title: "Lobby", topic: "Say hello", people: 12, at: 0)
        let open = LinkedRoomContent(.lobby, on: "chat.example.org", entry: entry, as: "ann", isInvite: false)
        #expect(open.title == "Lobby" && open.topic == "Say hello")
        #expect(open.place == "12 people are there now · chat.example.org")
        let unknown = LinkedRoomContent(.lobby, on: "chat.example.org", as: "ann", isInvite: false)
        #expect(unknown.title == "lobby" && unknown.topic == nil && unknown.place == "chat.example.org")
        let group = RoomName.newGroup()
        let invite = LinkedRoomContent(group, on: "chat.example.org", as: "ann", isInvite: true)
        #expect(invite.title == "A private group" && invite.sentence.contains("ann"))
        #expect(invite.sentence != LinkedRoomContent(group, on: "x", as: "ann", isInvite: false).sentence)
        #expect(Sentences.areThere(0) == "Nobody is there now" && Sentences.areThere(1) == "1 person is there now")
    }
}
