import Foundation
import Testing

@testable import martlet

@Suite struct PastedPathTests {
    @Test(arguments: [
        ("a.txt", "a.txt"), (#"my\ file\ \(1\)\&\[2\].txt"#, "my file (1)&[2].txt"), (#"it\'s.txt"#, "it's.txt"),
        (#"a\\b"#, #"a\b"#), (#"'/tmp/my file.txt'"#, "/tmp/my file.txt"), (#"'it'\''s'"#, "it's"),
        (#"'it'"'"'s'"#, "it's"), (#""/tmp/a \"b\" \$c \d""#, #"/tmp/a "b" $c \d"#),
        ("file:///tmp/a%20b%2520.txt", "/tmp/a b%20.txt"), ("FILE://localhost/tmp/x", "/tmp/x"),
        // A name that is typed may have a quote in it.
        ("it's.txt", "it's.txt"), ("'it", "'it"), ("Bob's and Ann's.txt", "Bob's and Ann's.txt"), (#"a\"#, #"a\"#),
        ("", ""), ("file://", "file://"), ("file:///tmp/100%", "file:///tmp/100%"),
    ]) func `a path is read as terminals paste it`(text: String, path: String) {
        #expect(PastedPath.path(text) == path)
    }

    @Test func `a file with this very name comes first`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.path + #"/a\b.txt"#
        #expect(ChatSession.file(path).lastPathComponent == "ab.txt")
        try Data().write(to: URL(fileURLWithPath: path))
        #expect(ChatSession.file(path).lastPathComponent == #"a\b.txt"#)
    }
}
