import ChatWire
import Foundation
import Testing

/// The examples of docs/protocol.md: each line of each JSON block is a frame.
enum ProtocolPage {
    static let examples: [String] = {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let blocks = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").components(separatedBy: "```")
        return blocks.filter { $0.hasPrefix("json\n") }
            .flatMap { $0.dropFirst("json\n".count).split(separator: "\n").map(String.init) }
    }()

    static func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

@Suite struct ProtocolPageTests {
    @Test func `the page has its examples`() {
        #expect(ProtocolPage.examples.count >= 26)
    }

    @Test(arguments: ProtocolPage.examples)
    func `an example decodes and re-encodes to the same bytes`(_ example: String) throws {
        let json = Array(example.utf8)
        // `typing` is a frame of both sides: the client's has a `ref`.
        if let frame = try? ClientFrame(json: json) {
            #expect(ProtocolPage.written { frame.write(to: &$0) } == example)
            #expect(throws: FrameError.self) { try ServerFrame(json: json) }
        } else {
            let frame = try ServerFrame(json: json)
            #expect(ProtocolPage.written { frame.write(to: &$0) } == example)
            #expect(throws: FrameError.self) { try ClientFrame(json: json) }
        }
    }
}
