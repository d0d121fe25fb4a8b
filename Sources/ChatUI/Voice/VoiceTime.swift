import ChatModel

/// A position in a recording: “0:07”.
enum VoiceTime {
    static func text(_ seconds: Double) -> String {
        Sentences.length(milliseconds: UInt64(min(max(seconds, 0), 86_400) * 1_000))
    }
}
