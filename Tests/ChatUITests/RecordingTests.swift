import ChatWire
import Testing

@testable import ChatUI

struct RecordingTests {
    private func recording(_ seconds: Double) -> Recording {
        var recording = Recording()
        for tenth in 1...Int(seconds * 10) { recording.measured(seconds: Double(tenth) / 10, amplitude: 0.5) }
        return recording
    }

    @Test func `what was recorded before a call can be sent, and nothing is added after it`() throws {
        var recording = recording(3)
        #expect(!recording.hasStopped && recording.isLongEnough)
        recording.stopped()
        let before = recording
        // A recorder that has stopped is at its beginning.
        recording.measured(seconds: 0, amplitude: 0)
        #expect(recording == before && recording.hasStopped)
        let voice = try #require(recording.voice)
        #expect(voice.duration == 3_000 && voice.levels.count == 30)
    }

    @Test func `a recording that was begun by mistake is no voice message`() {
        #expect(Recording().voice == nil && recording(0.4).voice == nil)
        #expect(recording(0.5).voice?.duration == 500)
    }

    @Test func `the newest amplitudes are shown, and all of them are sent`() {
        let recording = recording(9)
        #expect(recording.amplitudes.count == Recording.shown)
        #expect(recording.voice?.levels.count == Limits.voiceLevels)
    }

    @Test func `a voice message that could not be downloaded is tried again, and one of another format is opened`() {
        let file = FileID(high: 1, low: 1)
        let missing = VoiceTrouble(file: file, reason: .notDownloaded)
        #expect(!missing.opensFile && missing.sentence.hasSuffix("Try again when you are connected."))
        let foreign = VoiceTrouble(file: file, reason: .notPlayable)
        #expect(foreign.opensFile && foreign.sentence == "It can't be played here. Open it to share it.")
    }
}
