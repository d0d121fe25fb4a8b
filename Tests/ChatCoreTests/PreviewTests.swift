import ChatTesting
import Testing

@testable import ChatCore

@Suite(.timeLimit(.minutes(5))) struct PreviewTests {
    private let link = "https://example.org/swifts"

    private func client(_ server: LoopbackServer, _ name: String = "ann") async throws -> ChatClient {
        try await server.client(name, clock: ManualClientClock())
    }

    private func say(_ text: String, _ client: ChatClient, in room: RoomName = .lobby) async throws -> Seq {
        try await client.join(room)
        return try await client.send(text, to: room).waitUntilSent().seq
    }

    @Test func `a client gets the preview of a message's link`() async throws {
        let image = LinkPreview.Image(path: "/v1/previews/images/1", dimensions: .init(width: 1_200, height: 630))
        let preview = LinkPreview(
            link: link, title: "Swifts never land", summary: "They sleep on the wing.", site: "Birds", image: image)
        let server = LoopbackServer(previews: { [link] in $0 == link ? preview : nil })
        let client = try await client(server)
        let text = "See \(link)"
        let seq = try await say(text, client)
        #expect(try await client.preview(ofLinkIn: text, of: seq, in: .lobby) == preview)
        let other = try await say("See https://example.org/other", client)
        #expect(try await client.preview(ofLinkIn: "See https://example.org/other", of: other, in: .lobby) == nil)
        #expect(try await client.chat().limits.previews)
    }

    @Test func `without a link or without previews nobody is asked`() async throws {
        let server = LoopbackServer(previews: { (_: String) throws(WireError) -> LinkPreview? in throw .overloaded })
        let asking = try await client(server)
        let seq = try await say("no link", asking)
        #expect(try await asking.preview(ofLinkIn: "no link", of: seq, in: .lobby) == nil)
        let plain = try await client(LoopbackServer())
        let other = try await say(link, plain)
        #expect(try await !plain.chat().limits.previews)
        #expect(try await plain.preview(ofLinkIn: link, of: other, in: .lobby) == nil)
    }

    @Test func `the server's refusal is thrown, with the time to wait`() async throws {
        let refusal = WireError(.addressLimited, "Too many previews were asked for from your address.", retry: 2_000)
        let server = LoopbackServer(previews: { (_: String) throws(WireError) -> LinkPreview? in throw refusal })
        let client = try await client(server)
        let seq = try await say(link, client)
        let thrown = await #expect(throws: WireError.self) {
            try await client.preview(ofLinkIn: link, of: seq, in: .lobby)
        }
        #expect(thrown == refusal)
        let missing = await #expect(throws: WireError.self) {
            try await client.preview(ofLinkIn: link, of: 999, in: .lobby)
        }
        #expect(missing?.code == .noSuchMessage)
    }

    @Test func `a message of a group is shown to its members only`() async throws {
        let server = LoopbackServer(previews: { LinkPreview(link: $0, title: "Tea", site: "x") })
        let (ann, bob) = (try await client(server), try await client(server, "bob"))
        let (room, making) = try await ann.createGroup(title: "Tea", inviting: [])
        _ = try await making.settled()
        let seq = try await say(link, ann, in: room)
        #expect(try await ann.preview(ofLinkIn: link, of: seq, in: room)?.title == "Tea")
        let refusal = await #expect(throws: WireError.self) {
            try await bob.preview(ofLinkIn: link, of: seq, in: room)
        }
        #expect(refusal?.code == .noSuchRoom)
    }

    @Test func `an edit's link counts, and a deleted message has none`() async throws {
        let server = LoopbackServer(previews: { LinkPreview(link: $0, title: "Tea", site: "x") })
        let client = try await client(server)
        let seq = try await say(link, client)
        _ = try await client.edit(seq, in: .lobby, to: "https://example.org/new").settled()
        #expect(
            try await client.preview(ofLinkIn: "https://example.org/new", of: seq, in: .lobby)?.link
                == "https://example.org/new")
        _ = try await client.delete(seq, in: .lobby).settled()
        await #expect(throws: WireError.self) { try await client.preview(ofLinkIn: link, of: seq, in: .lobby) }
    }
}
