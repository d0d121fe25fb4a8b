import ChatModel
import ChatWire

/// A recording while it is made, and until it is sent or discarded: how long and how loud it is.
struct Recording: Hashable, Sendable {
    /// How long it is, in seconds.
    private(set) var seconds: Double = 0
    /// How loud it was of late, the newest last: 0 to 1.
    private(set) var amplitudes: [Double] = []
    /// Whether it has ended by itself: the system took the microphone away, as for a call, or it is
    /// as long as a recording may be. What was recorded waits to be sent or discarded.
    private(set) var hasStopped = false
    private var meter = VoiceMeter()

    /// The number of amplitudes that are shown.
    static let shown = 60
    /// A shorter one was begun by mistake, in seconds.
    static let shortest: Double = 0.5

    /// Notes what the microphone tells.
    ///
    /// - Parameters:
    ///   - seconds: The time since the recording began.
    ///   - amplitude: How loud it is now: 0 to 1.
    mutating func measured(seconds: Double, amplitude: Double) {
        if hasStopped { return }
        self.seconds = seconds
        amplitudes = amplitudes.suffix(Recording.shown - 1) + [amplitude]
        meter.add(amplitude)
    }

    /// Notes that the microphone does not record any more.
    mutating func stopped() { hasStopped = true }

    /// Whether it is long enough to be sent.
    var isLongEnough: Bool { seconds >= Recording.shortest }

    /// What makes its file a voice message.
    var voice: Attachment.Voice? { isLongEnough ? meter.voice(duration: UInt64(seconds * 1_000)) : nil }

    /// What the user is told when it has ended by itself.
    static var endSentence: String { localized("The recording has ended. Send it or discard it.") }
}
