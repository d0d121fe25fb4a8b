extension Attachment {
    /// What makes a recording a voice message: its length and its loudness, so that clients can
    /// draw it before they have its bytes. The sender chooses it.
    public struct Voice: Hashable, Sendable {
        /// Milliseconds: 1…``Limits/voiceDuration``.
        public let duration: UInt64
        /// The loudness of parts of equal length, 0 (silence) to 15: 1…``Limits/voiceLevels``
        /// numbers.
        public let levels: [UInt8]

        /// Creates the value; `nil` if a number is out of its range.
        public init?(duration: UInt64, levels: [UInt8]) {
            guard 1...Limits.voiceDuration ~= duration, 1...Limits.voiceLevels ~= levels.count,
                levels.allSatisfy({ $0 < 16 })
            else { return nil }
            self.duration = duration
            self.levels = levels
        }
    }
}

extension Attachment.Voice {
    /// Reads the member `voice`; `nil` if there is none.
    package init?(in object: JSONObject) throws(WireError) {
        guard let voice = try object.optionalObject("voice") else { return nil }
        let duration = try voice.number("duration", from: 1, to: Limits.voiceDuration)
        let levels = try voice.string("levels").utf8.map {
            UInt8(clamping: hexadecimalDigits.firstIndex(of: $0) ?? .max)
        }
        guard let value = Attachment.Voice(duration: duration, levels: levels) else {
            throw .key("levels", "must be 1 to \(Limits.voiceLevels) hexadecimal digits in lower case")
        }
        self = value
    }

    package func writeMember(to writer: inout JSONWriter) {
        writer.key("voice")
        writer.beginObject()
        writer.member("duration", duration)
        writer.member("levels", String(decoding: levels.map { hexadecimalDigits[Int($0)] }, as: UTF8.self))
        writer.endObject()
    }
}
