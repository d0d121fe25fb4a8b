import ChatModel

/// A position in a recording: “0:07”.
enum VoiceTime {
    static func text(_ seconds: Double) -> String {
        Sentences.length(milliseconds: seconds > 0 ? UInt64(min(seconds, 86_400) * 1_000) : 0)
    }
}
