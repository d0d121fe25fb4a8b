import Testing

@testable import ChatUI

struct DroppedPartTests {
    /// A part of the system's tree of types: what each is a kind of.
    private static let kinds = [
        "com.compuserve.gif": ["public.image", "public.data"], "public.jpeg": ["public.image", "public.data"],
        "public.png": ["public.image", "public.data"], "public.heic": ["public.image", "public.data"],
        "public.tiff": ["public.image", "public.data"], "com.apple.webarchive": ["public.data"],
        "public.mpeg-4": ["public.audiovisual-content", "public.data"], "com.adobe.pdf": ["public.data"],
        "public.utf8-plain-text": ["public.text", "public.data"], "public.url": ["public.data"],
        "public.file-url": ["public.url", "public.data"],
    ]

    private func part(_ types: [String], isNamed: Bool = false) -> DroppedPart? {
        DroppedPart(types: types, isNamed: isNamed) { $0 == $1 || DroppedPartTests.kinds[$0]?.contains($1) == true }
    }

    @Test func `a picture is taken in the format that most clients show, and moves if it can`() {
        #expect(part(["public.heic", "public.jpeg"]) == .file(type: "public.jpeg"))
        #expect(part(["public.tiff", "public.png"]) == .file(type: "public.png"))
        #expect(part(["public.png", "com.compuserve.gif", "public.url"]) == .file(type: "com.compuserve.gif"))
        #expect(part(["public.heic"]) == .file(type: "public.heic"))
        #expect(part(["public.mpeg-4", "public.url"]) == .file(type: "public.mpeg-4"))
    }

    @Test func `a file is taken from where it is, with its name`() {
        #expect(part(["public.jpeg", "public.file-url"]) == .address)
        #expect(part(["com.adobe.pdf"]) == .file(type: "com.adobe.pdf"))
    }

    @Test func `texts and links belong into the field`() {
        #expect(part(["public.utf8-plain-text"]) == nil)
        #expect(part(["com.apple.webarchive", "public.utf8-plain-text"]) == nil)
        #expect(part(["public.url"], isNamed: true) == nil)
        #expect(part(["com.example.unknown"]) == nil)
        // A text with a name is a file.
        #expect(part(["public.utf8-plain-text"], isNamed: true) == .file(type: "public.utf8-plain-text"))
    }
}
