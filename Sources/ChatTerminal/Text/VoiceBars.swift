import ChatWire

extension Attachment.Voice {
    /// How loud the voice message is, in a line of at most 16 columns: “▁▃▆█▅▂”.
    var bars: String {
        let count = min(levels.count, 16)
        let parts = (0..<count).map { index in
            levels[levels.count * index / count..<levels.count * (index + 1) / count].max() ?? 0
        }
        return String(parts.map { VoiceBars.all[Int($0) / 2] })
    }
}

private enum VoiceBars {
    static let all: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
}
