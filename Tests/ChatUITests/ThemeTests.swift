import ChatModel
import ChatWire
import Testing

@testable import ChatUI

/// Fonts and shapes of the theme.
struct ThemeTests {
    private func bubble(isOwn: Bool, isFirst: Bool = true, isLast: Bool = true) -> Row.Bubble {
        Row.Bubble(
            seq: 1, ticket: nil, author: Author(user: UserID(high: 1, low: 1), name: "ann"), isOwn: isOwn, at: 0,
            body: .text("x", payload: nil), isFirst: isFirst, isLast: isLast)
    }

    @Test func `by default all corners of a bubble are the same`() {
        let theme = Theme()
        for isOwn in [true, false] {
            let corners = theme.corners(of: bubble(isOwn: isOwn, isFirst: false, isLast: false))
            #expect(corners == BubbleCorners(topLeading: 16, topTrailing: 16, bottomLeading: 16, bottomTrailing: 16))
        }
    }

    @Test func `bubbles of a group meet at their author's side, and the last one has a tail`() {
        var theme = Theme()
        (theme.groupedRadius, theme.tailRadius) = (4, 2)
        #expect(
            theme.corners(of: bubble(isOwn: true, isLast: false))
                == BubbleCorners(topLeading: 16, topTrailing: 16, bottomLeading: 16, bottomTrailing: 4))
        #expect(
            theme.corners(of: bubble(isOwn: false, isFirst: false))
                == BubbleCorners(topLeading: 4, topTrailing: 16, bottomLeading: 2, bottomTrailing: 16))
    }

    @Test func `avatars are circles, squares, or between`() {
        var theme = Theme()
        #expect(theme.avatarRadius(ofSize: 32) == 16)
        theme.avatarRoundness = 0.5
        #expect(theme.avatarRadius(ofSize: 32) == 8)
        theme.avatarRoundness = -1
        #expect(theme.avatarRadius(ofSize: 32) == 0)
        theme.avatarRoundness = 9
        #expect(theme.avatarRadius(ofSize: 32) == 16)
    }

    @Test func `a font of the app has the sizes of the system's text styles`() {
        let system = ThemeFonts()
        let fonts = ThemeFonts(named: "Avenir Next")
        let pairs = [
            (fonts.message, system.message), (fonts.emoji, system.emoji), (fonts.author, system.author),
            (fonts.time, system.time), (fonts.quote, system.quote), (fonts.reaction, system.reaction),
            (fonts.heading, system.heading), (fonts.notice, system.notice), (fonts.composer, system.composer),
            (fonts.title, system.title), (fonts.preview, system.preview), (fonts.note, system.note),
            (fonts.detail, system.detail), (fonts.button, system.button),
            (fonts.explanation, system.explanation), (fonts.sheet, system.sheet),
        ]
        for (font, standard) in pairs {
            #expect(font.name == "Avenir Next" && font.style == standard.style && font.size == standard.size)
        }
        #expect(fonts.title.weight == .semibold && fonts.message.weight == nil && fonts.author.weight == .semibold)
        #expect(fonts.code == system.code)
        for (label, value) in Mirror(reflecting: fonts).children where label != "code" {
            #expect((value as? ThemeFont)?.name == "Avenir Next", "\(label ?? "")")
        }
        #expect(ThemeFont(named: "Avenir Next", size: 15, relativeTo: .body).size == 15)
    }

    @Test func `no text style is larger than the one before it`() {
        let sizes = ThemeFont.Style.allCases.map(\.size)
        #expect(sizes == sizes.sorted(by: >))
    }
}
