import ChatWire
import Foundation
import Testing

/// The examples of docs/protocol.md: each line of each JSON block is a frame, but for the answers
/// to an upload and to the request for a preview.
enum ProtocolPage {
    static let examples: [String] = {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let blocks = ((try? String(contentsOf: page, encoding: .utf8)) ?? "").components(separatedBy: "```")
        return blocks.filter { $0.hasPrefix("json\n") }
            .flatMap { $0.dropFirst("json\n".count).split(separator: "\n").map(String.init) }
    }()
}

@Suite struct ProtocolPageTests {
    @Test func `the page has its examples`() {
        #expect(ProtocolPage.examples.count >= 42)
    }

    @Test(arguments: ProtocolPage.examples)
    func `an example decodes and re-encodes to the same bytes`(_ example: String) throws {
        // `typing`, `stoppedtyping` and `draft` are frames of both sides: the client's have a
        // `ref`.
        if let frame = try? client(example).get() {
            #expect(written { frame.write(to: &$0) } == example)
            let pushed = try? server(example).get()
            #expect(pushed.map { frame in written { frame.write(to: &$0) } != example } ?? true)
        } else if let attachment = try? Attachment(json: Array(example.utf8)) {
            #expect(written { attachment.write(to: &$0) } == example)
        } else if let preview = try? preview(example).get() {
            #expect(written { preview.write(to: &$0) } == example)
        } else {
            let frame = try server(example).get()
            #expect(written { frame.write(to: &$0) } == example)
            #expect(client(example).failure != nil)
        }
    }

    @Test func `a reply without its ref is refused as that`() throws {
        var types: Set<String> = []
        for example in ProtocolPage.examples where client(example).failure != nil {
            guard let frame = try? server(example).get(), let ref = frame.ref else { continue }
            if case .error = frame { continue }
            let without = example.replacingOccurrences(of: ",\"ref\":\(ref)", with: "")
            let error = server(without).failure?.error
            #expect(error?.code == .badRequest && error?.text.contains("\"ref\"") == true, "\(without)")
            types.insert(String(example.split(separator: "\"")[3]))
        }
        #expect(types.count >= 17 && types.contains("hits"), "\(types)")
    }

    private func preview(_ example: String) -> Result<LinkPreview, WireError> {
        Array(example.utf8).withUnsafeBufferPointer { bytes in
            Result { () throws(WireError) in try LinkPreview(JSONObject(bytes)) }
        }
    }

    @Test func `every error on the page has its number and name here`() throws {
        let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("docs/protocol.md")
        let rows = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
            .map { $0.components(separatedBy: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        let codes = rows.filter { $0.count == 5 && UInt16($0[1]) != nil && $0[2].hasPrefix("`") }
            .map { "\($0[1]) \($0[2])" }
        #expect(codes == WireError.Code.all.map { "\($0.rawValue) `\($0.name)`" })
    }
}
