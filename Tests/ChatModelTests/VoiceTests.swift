import ChatModel
import ChatTesting
import ChatWire
import Testing

@Suite struct VoiceTests {
    @Test func `levels are the loudest of their part, compared with the loudest of all`() throws {
        var meter = VoiceMeter(Array(repeating: 0, count: 64) + Array(repeating: 100, count: 64))
        for _ in 0..<128 { meter.add(0.4) }
        let levels = try #require(meter.voice(duration: 25_600)).levels
        #expect(levels[..<16].allSatisfy { $0 == 0 })
        #expect(levels[16..<32].allSatisfy { $0 == 7 })
        #expect(levels[32...].allSatisfy { $0 == 15 })
    }

    @Test func `a quiet voice is drawn high, and noise is not`() {
        #expect(VoiceMeter([50, 13]).voice(duration: 200)?.levels == [15, 7])
        #expect(VoiceMeter([2, 0]).voice(duration: 200)?.levels == [3, 0])
    }

    @Test func `every recording has levels of its length`() throws {
        var random = SeededGenerator(seed: 4)
        for count in [0, 1, 2, 63, 64, 65, 127, 1_000, 36_000] {
            let amplitudes = (0..<count).map { _ in UInt64.random(in: 0...2_000, using: &random) }
            let voice = try #require(VoiceMeter(amplitudes).voice(duration: UInt64(max(count, 1)) * 100))
            #expect(voice.levels.count == min(max(count, 1), 64) && voice.levels.allSatisfy { $0 <= 15 })
        }
        var odd = VoiceMeter()
        for amplitude in [.nan, -1, .infinity, 7] as [Double] { odd.add(amplitude) }
        #expect(odd.voice(duration: 1)?.levels == [0, 0, 15, 15])
        #expect(VoiceMeter().voice(duration: 0) == nil)
        #expect(VoiceMeter().voice(duration: Limits.voiceDuration + 1) == nil)
    }

    private let voice = Attachment.Voice(duration: 4_200, levels: [0, 7, 15])

    @Test(arguments: [
        ("audio/mp4", FileKind.voice), ("audio/ogg", .voice), ("video/webm", .voice), ("image/png", .photo),
        ("application/zip", .other),
    ])
    func `the server's type decides whether a file is a voice message`(type: String, kind: FileKind) {
        let file = Attachment(id: .random(), name: "a", type: type, size: 1, voice: voice)
        #expect(file.kind == kind && Row.File(file).kind == kind)
        #expect(FileKind(type: type) != .voice)
    }
}
