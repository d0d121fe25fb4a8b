import ChatTesting
import ChatWire
import Foundation
import Testing

/// Valid input, broken: bytes flipped, cut out, repeated, and parts of other inputs put in.
private struct Mutator {
    var random: SeededGenerator
    let corpus: [[UInt8]]
    private let tokens: [[UInt8]] = [
        "\"", "\\", "{", "}", "[", "]", ",", ":", "\\u0000", "\\ud800", "\\udc00", "\\u00e9", "-0", "1.0", "1e9",
        "null",
        "9007199254740992", "9007199254740991", "18446744073709551616", "\u{FEFF}", "\r\n", "\u{2028}", "\u{301}", "😀",
        "\0",
        "\"ref\":1,", "msg:", "iam:",
    ].map { Array($0.utf8) }

    mutating func next() -> [UInt8] {
        var bytes = corpus.randomElement(using: &random) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&bytes) }
        return bytes
    }

    private mutating func mutate(_ bytes: inout [UInt8]) {
        let place = Int.random(in: 0...bytes.count, using: &random)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0..<7, using: &random) {
        case 0: if place < bytes.count { bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
        case 1: if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
        case 2: bytes.removeSubrange(place...)
        case 3: bytes.removeSubrange(place..<end)
        case 4: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 5: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
        default:
            let other = corpus.randomElement(using: &random) ?? []
            bytes.replaceSubrange(place..., with: other.suffix(Int.random(in: 0...other.count, using: &random)))
        }
    }
}

private func bytes(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var writer = JSONWriter()
    write(&writer)
    return Array(writer.bytes)
}

/// 8 × 25,000 inputs, each thrown at every decoder. `MARTLET_MUTATIONS` multiplies that.
@Suite struct MutationTests {
    private static let lines = [
        "iam:ann", "msg:Hello, everyone", "msg:a:b\u{301}😀\r", "iam:\u{202E}x",
        "msg:" + String(repeating: "é", count: 40),
    ]
    private static let texts = [
        #"{"message":"Hi","user":"bob","userID":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F"}"#,
        #"{"a":[1.5e3,-0,"\ud83d\ude00\n",{"b":null,"c":[true,false,[[[]]]]}],"é":"\u00e9"}"#,
        #"{"type":"hello","ref":1,"version":1,"name":"a\u00e9","token":"t","join":["a","b"]}"#,
    ]
    private static let corpus = (ProtocolPage.examples + lines + texts).map { Array($0.utf8) }
    private static let factor = Int(ProcessInfo.processInfo.environment["MARTLET_MUTATIONS"] ?? "") ?? 1

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `broken input traps nothing, and what is read is written and read again the same`(_ seed: UInt64) {
        var mutator = Mutator(random: SeededGenerator(seed: seed), corpus: MutationTests.corpus)
        var understood = 0
        for _ in 0..<25_000 * MutationTests.factor {
            let input = mutator.next()
            if let frame = try? ClientFrame(json: input) {
                understood += 1
                let again = try? ClientFrame(json: bytes { frame.write(to: &$0) })
                if again != frame { Issue.record("\(frame) became \(String(describing: again))") }
                check(frame)
            }
            if let frame = try? ServerFrame(json: input) {
                understood += 1
                let again = try? ServerFrame(json: bytes { frame.write(to: &$0) })
                if again != frame { Issue.record("\(frame) became \(String(describing: again))") }
            }
            if let frame = try? SwiftChatFrame.Submitted(json: input) {
                let again = try? SwiftChatFrame.Submitted(json: bytes { frame.write(to: &$0) })
                if again != frame { Issue.record("\(frame) became \(String(describing: again))") }
            }
            if let request = try? LineRequest(input) {
                understood += 1
                check(request)
            }
        }
        // It would prove little if nearly everything were broken beyond reading.
        #expect(understood > 1_000 * MutationTests.factor)
    }

    /// What a server does next with it.
    private func check(_ frame: ClientFrame) {
        switch frame.request {
        case .mutate(_, _, _, let mutation): _ = mutation.check()
        case .hello(let hello): _ = hello.name.map(NameRule.check)
        default: break
        }
    }

    private func check(_ request: LineRequest) {
        var line: [UInt8] = []
        switch request {
        case .introduce(let name):
            _ = NameRule.check(name)
            Line.joined(name: name).write(to: &line)
        case .speak(let text):
            _ = TextRule.check(text)
            Line.message(name: "x", text: text).write(to: &line)
        }
        if line.lastIndex(of: 0x0A) != line.count - 1 || line.firstIndex(of: 0x0A) != line.count - 1 {
            Issue.record("not one line: \(line)")
        }
    }

    @Test func `what our writer writes Foundation reads to the same`() throws {
        for example in ProtocolPage.examples {
            let frame = try? client(example).get()
            let ours = frame.map { frame in bytes { frame.write(to: &$0) } } ?? Array(example.utf8)
            let read = try JSONSerialization.jsonObject(with: Data(ours)) as? NSDictionary
            #expect(read == (try JSONSerialization.jsonObject(with: Data(example.utf8)) as? NSDictionary))
        }
    }
}
