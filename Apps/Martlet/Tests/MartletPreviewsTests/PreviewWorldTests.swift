import ChatModel
import ChatWire
import Testing

@testable import MartletPreviews

/// The previews themselves can only be seen on a Mac; that what they show is there is tested
/// everywhere.
struct PreviewWorldTests {
    private func bubbles(_ world: PreviewWorld) -> [Row.Bubble] {
        world.rows().compactMap { if case .message(let bubble) = $0.content { bubble } else { nil } }
    }

    @Test func `a talk has a reply, an edit, a deletion, reactions and a read mark`() {
        let bubbles = bubbles(PreviewWorld.talk)
        #expect(bubbles.count == 7)
        #expect(bubbles.contains { $0.reply?.text?.hasPrefix("Found it") == true })
        #expect(bubbles.contains { $0.isEdited && $0.body == .text("See you at one", payload: nil) })
        #expect(bubbles.contains { $0.body == .deleted })
        let tallies = bubbles.flatMap { $0.reactions }
        #expect(tallies.contains { $0.emoji == "❤️" && $0.count == 1 && !$0.isOwn })
        #expect(bubbles.contains { $0.isOwn && $0.isRead })
    }

    @Test func `offline, what was said waits, and the banner has something to say`() {
        let world = PreviewWorld.offline
        #expect(world.state().waiting == 1)
        #expect(world.state().connection.phase == .connecting)
        #expect(bubbles(world).last?.state == .waiting)
    }

    @Test func `a world with files has photos of their size, a document, a place, and a video on its way`() throws {
        let files = bubbles(PreviewWorld.files).compactMap { bubble -> Row.File? in
            if case .file(let file, _, _) = bubble.body { file } else { nil }
        }
        #expect(files.map(\.type) == ["image/png", "image/png", "application/pdf", "video/quicktime"])
        #expect(files.first?.dimensions?.width == 1_600 && files.last?.progress == 0.4)
        let places = bubbles(PreviewWorld.files).compactMap { bubble -> Location? in
            if case .text(_, let payload) = bubble.body { payload.flatMap { Location($0) } } else { nil }
        }
        #expect(places.map(\.label) == ["Old Town Hall"])
    }

    @Test func `a message's link has a page to show`() {
        let links = bubbles(PreviewWorld.link).compactMap(\.previewedLink)
        #expect(links.map { PreviewWorld.linkCards[$0]?.preview.site } == ["Birds"])
    }

    @Test func `a group has people of all kinds, with what its owner may do to them`() {
        let sections = PreviewPeople.group.people.sections
        #expect(sections.map(\.title) == ["Asked to join", "Members", "Invited", "Banned or muted"])
        #expect(sections[1].people.map(\.person.author.name) == ["ann", "bob", "cleo"])
        let list = PreviewPeople.group.people
        #expect(list.actions(for: sections[1].people[0]).isEmpty && !list.actions(for: sections[1].people[1]).isEmpty)
    }

    @Test func `a world comes out the same each time`() {
        #expect(PreviewWorld.talk.rows() == PreviewWorld.talk.rows())
        #expect(PreviewWorld.long(80).rows().count > 80)
    }

    @Test func `who types is seen by the others`() {
        var world = PreviewWorld()
        world.type(as: PreviewWorld.bob)
        #expect(world.state().conversations[world.room]?.typing.people.map(\.name) == ["bob"])
    }
}
