import Foundation
import Testing

struct LimitsTests {
    @Test func `an app is shown only the limits that are listed`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/ChatWire")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        var shown: [String] = []
        for file in files where file.hasPrefix("Limits") {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let words = line.split(whereSeparator: { " :=".contains($0) })
                guard words.prefix(2) == ["public", "static"], words.count > 3 else { continue }
                shown.append(String(words[3]))
            }
        }
        let list = root.appendingPathComponent("Tests/Fixtures/limits.txt")
        let kept = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
        #expect(shown.sorted() == kept)
    }
}
