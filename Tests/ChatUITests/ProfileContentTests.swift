import ChatWire
import Foundation
import Testing

@testable import ChatUI

struct ProfileContentTests {
    private let content = ProfileContent(author: Author(user: UserID(high: 1, low: 1), name: "ann"), about: "Gardener")

    @Test func `a line is saved if it is another one and right, without white space at its ends`() {
        #expect(content.change(about: "Cook ") == ProfileChange(about: "Cook"))
        #expect(content.change(about: " ") == ProfileChange(about: ""))
        #expect(content.change(about: " Gardener") == nil)
        #expect(content.change(about: "two\nlines") == nil && ProfileContent.problem(of: "two\nlines") != nil)
        let long = String(repeating: "a", count: Limits.aboutBytes + 1)
        #expect(content.change(about: long) == nil && ProfileContent.problem(of: long) != nil)
        #expect(ProfileContent.problem(of: "") == nil)
    }

    @Test func `a picture is an image that a server accepts`() {
        func problem(_ type: String, size: UInt64 = 9) -> String? {
            let url = URL(fileURLWithPath: "/tmp/a")
            let file = PickedFile(id: FileID(high: 1, low: 1), name: "a", type: type, size: size, url: url)
            return ProfileContent.problem(of: file)
        }
        #expect(problem("image/png") == nil)
        #expect(problem("video/mp4") == "“\u{2068}a\u{2069}” is not a picture.")
        #expect(problem("image/png", size: 0) == "“\u{2068}a\u{2069}” is empty.")
    }
}
