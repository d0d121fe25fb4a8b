import Foundation
import Testing

@testable import martlet

@Suite struct FolderNamesTests {
    @Test func `the names in a folder are sorted, and those of folders end with a slash`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let inner = folder.appendingPathComponent("b", isDirectory: true)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        // A name with a control character is left out.
        for name in ["c.txt", ".a", "x\u{1B}y"] { try Data().write(to: folder.appendingPathComponent(name)) }
        #expect(ChatSession.names(in: folder.path + "/") == ["b/", "c.txt", ".a"])
        #expect(ChatSession.names(in: "\(folder.path)/nothing/").isEmpty)
    }
}
