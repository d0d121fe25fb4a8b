import ChatModel
import ChatWire
import Foundation
import Testing

@testable import ChatUI

@MainActor
struct LinkCardTests {
    private let link = "https://example.org/swifts"
    private let ann = Author(user: UserID(high: 1, low: 1), name: "ann")

    private var preview: LinkPreview {
        LinkPreview(link: link, title: "Swifts never land", summary: "They sleep on the wing.", site: "Birds")
    }

    private func bubble(_ body: Row.Body) -> Row.Bubble {
        Row.Bubble(seq: 1, ticket: nil, author: ann, isOwn: false, at: 0, body: body)
    }

    @Test func `a message shows what the page says of its link`() {
        let cards = [link: LinkCard(preview)]
        #expect(bubble(.text("See \(link)", payload: nil)).card(of: cards)?.preview == preview)
        #expect(bubble(.text("See https://example.org/other", payload: nil)).card(of: cards) == nil)
        #expect(bubble(.text("> \(link)", payload: nil)).card(of: cards) == nil)
        #expect(bubble(.deleted).card(of: cards) == nil)
        #expect(bubble(.damaged).card(of: cards) == nil)
        let file = Row.File(id: FileID(high: 1, low: 1), name: "a", type: "text/plain", size: 1)
        #expect(bubble(.file(file, text: link, payload: nil)).card(of: cards) != nil)
        #expect(bubble(.file(file, text: nil, payload: nil)).card(of: cards) == nil)
    }

    @Test func `a text is read once, and only so many texts are kept`() {
        let links = PreviewedLinks(count: 2, bytes: 1_000)
        for number in [1, 2, 1, 3, 2, 1] {
            let link = "https://example.org/\(number)"
            #expect(links.link(of: bubble(.text("See \(link)", payload: nil))) == link)
        }
        #expect(links.link(of: bubble(.text("no link", payload: nil))) == nil)
        #expect(links.count == 2)
    }

    @Test func `a blocked person's message shows none`() {
        var blocked = bubble(.text(link, payload: nil))
        blocked.isBlocked = true
        #expect(blocked.card(of: [link: LinkCard(preview)]) == nil)
    }

    @Test func `a location shows none, although its text has a link`() throws {
        let location = try #require(Location(millionthsNorth: 50, millionthsEast: 8))
        guard case .message(let text, _, let payload, _) = location.message() else {
            Issue.record("A location is a message.")
            return
        }
        let bubble = bubble(.text(text + " " + link, payload: payload))
        #expect(bubble.card(of: [link: LinkCard(preview)]) == nil)
    }

    @Test func `the picture has its space before it is loaded`() throws {
        var preview = preview
        #expect(LinkCard(preview).frame == nil)
        preview.image = LinkPreview.Image(path: "/v1/previews/images/1", dimensions: .init(width: 1_200, height: 630))
        #expect(LinkCard(preview).frame == nil)
        let address = try #require(URL(string: "https://chat.example.org/v1/previews/images/1"))
        let frame = try #require(LinkCard(preview, image: address).frame)
        #expect(frame.width == PhotoFrame.mostWidth)
        #expect(abs(frame.ratio - 1_200 / 630) < 0.01)
    }

    @Test func `VoiceOver says where the link leads`() {
        let card = LinkCard(preview)
        #expect(card.label == "Link to Swifts never land, Birds")
        #expect(card.url == URL(string: link))
        let label = BubbleAccessibility(dateFormatting: DateFormatting())
            .label(bubble(.text("Look", payload: nil)), card: card)
        #expect(label.hasPrefix("ann, Look, Link to Swifts never land, Birds, "))
    }
}
