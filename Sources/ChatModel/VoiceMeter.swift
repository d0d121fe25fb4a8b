import ChatWire

/// Makes the levels of a voice message from how loud it was while it was recorded.
///
/// A recorder measures at equal intervals, such as ten times a second. Each amplitude takes two
/// bytes.
public struct VoiceMeter: Hashable, Sendable {
    private var amplitudes: [UInt16]

    /// Begins with what a recorder has told so far.
    ///
    /// - Parameter amplitudes: each 0 (silence) to 1,000 (the loudest that can be recorded)
    public init(_ amplitudes: [UInt64] = []) {
        self.amplitudes = amplitudes.map { UInt16(min($0, 1_000)) }
    }

    /// Adds the next amplitude, 0 to 1. What is no number counts as silence.
    public mutating func add(_ amplitude: Double) {
        amplitudes.append(amplitude > 0 ? UInt16(min(amplitude, 1) * 1_000) : 0)
    }

    /// The voice message; `nil` if its duration is out of range.
    ///
    /// Each level is the loudest amplitude of its part, compared with the loudest of all. A quiet
    /// voice is drawn as high as a loud one, but noise in a silent room is not. Ears hear ratios:
    /// so a level grows with the square root.
    ///
    /// - Parameter duration: milliseconds
    public func voice(duration: UInt64) -> Attachment.Voice? {
        let amplitudes = amplitudes.isEmpty ? [0] : amplitudes
        let count = min(amplitudes.count, Limits.voiceLevels)
        let loudest = Double(max(amplitudes.max() ?? 0, VoiceMeter.quiet))
        let levels = (0..<count).map { index in
            let part = amplitudes[amplitudes.count * index / count..<amplitudes.count * (index + 1) / count]
            return UInt8((Double(part.max() ?? 0) / loudest).squareRoot() * 15)
        }
        return Attachment.Voice(duration: duration, levels: levels)
    }

    /// Amplitudes below this are not drawn larger.
    private static let quiet: UInt16 = 50
}

extension Attachment.Voice {
    /// The duration in minutes and seconds: “0:07”.
    public var length: String { Sentences.length(milliseconds: duration) }
}
