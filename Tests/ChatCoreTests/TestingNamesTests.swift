import ChatCore
import ChatTesting
import Foundation
import Testing

/// A test of an app imports all of these. None of the names of `ChatTesting` is one of `Testing`:
/// otherwise this file would not compile.
struct TestingNamesTests {
    private let types: [Any.Type] = [
        Agenda<Int>.self, DiskStore.self, FaultyFileSystem.self, FaultyNetwork.self, (any ForwardingStore).self,
        InProcessFiles.self, InProcessServer.self, LoopbackFiles.self, LoopbackServer.self, LoopbackTransport.self,
        ManualClientClock.self, ManualClock.self, MessageStoreConformance.self, PlainTokens.self,
        SeededGenerator.self,
    ]

    @Test func `the names of ChatTesting are clear beside those of Testing`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let folder = root.appendingPathComponent("Sources/ChatTesting")
        let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]
        var declared: Set<Substring> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where file.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
            for line in text.split(separator: "\n") where line.hasPrefix("public ") {
                let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                guard let kind = words.firstIndex(where: kinds.contains), kind + 1 < words.count else { continue }
                declared.insert(words[kind + 1])
            }
        }
        let named = types.compactMap { type in
            String(describing: type).split { !$0.isLetter && !$0.isNumber }.first { $0 != "any" }
        }
        #expect(Set(named) == declared)
    }
}
