#if canImport(SwiftUI)
    import AVFoundation
    import ChatModel
    import ChatWire
    import Foundation
    import SwiftUI

    /// Records a voice message with the device's microphone.
    ///
    /// The app's Info.plist must say why (`NSMicrophoneUsageDescription`); without it nothing can
    /// be recorded. A sandboxed Mac app needs the entitlement
    /// `com.apple.security.device.audio-input`, too.
    @MainActor
    public final class VoiceRecorder: ObservableObject {
        /// The recording that was begun, and neither finished nor discarded.
        @Published private(set) var recording: Recording? {
            didSet {
                let wasListening: Bool = VoiceRecorder.isListening(oldValue)
                if wasListening != isListening { listens(isListening) }
            }
        }

        /// Whether a recording was begun, and neither finished nor discarded.
        public var isRecording: Bool { recording != nil }

        /// Whether the microphone is recording now. A recording that has ended by itself, as for a
        /// call, waits to be sent or discarded; meanwhile something else may be played.
        public var isListening: Bool { VoiceRecorder.isListening(recording) }

        private var recorder: AVAudioRecorder?
        private var id: FileID = FileID.random()
        private var folder: OutgoingFolder = OutgoingFolder.temporary
        /// Counts the beginnings and ends of recordings.
        private var turns: UInt64 = 0

        /// Called before a recording begins. What is being played would be recorded, too, and has
        /// the device's sound.
        public var begins: () -> Void = {}

        /// Called with `true` when the microphone begins to record, and with `false` when it has
        /// ended. An iPhone that locks itself takes the microphone away, so `ChatSession` keeps it
        /// awake meanwhile. (App extensions can't.)
        public var listens: (Bool) -> Void = { (_: Bool) in }

        /// Creates a recorder. It asks for the microphone when a recording begins.
        public init() {}

        private static func isListening(_ recording: Recording?) -> Bool {
            recording.map { (recording: Recording) in !recording.hasStopped } ?? false
        }

        /// Whether the app may ask for the microphone.
        var isPossible: Bool { Bundle.main.object(forInfoDictionaryKey: "NSMicrophoneUsageDescription") != nil }

        /// Begins a recording in `folder`. It ends by itself after an hour, and when the system
        /// takes the microphone away. Then it waits to be sent or discarded.
        func start(in folder: OutgoingFolder) async throws {
            guard recorder == nil else { return }
            turns &+= 1
            let turn: UInt64 = turns
            guard await AVCaptureDevice.requestAccess(for: AVMediaType.audio) else { throw MicrophoneRefused() }
            // The user may have left the room while the system asked them.
            guard turn == turns else { return }
            begins()
            let id: FileID = FileID.random()
            let place: URL = try folder.fresh(id).appendingPathComponent(VoiceRecorder.name, isDirectory: false)
            do {
                recorder = try VoiceRecorder.begin(place)
            } catch {
                folder.remove(id)
                VoiceRecorder.release()
                // The system's own reason is a number, as during a call.
                throw MicrophoneTaken()
            }
            self.folder = folder
            self.id = id
            recording = Recording()
        }

        private static func begin(_ place: URL) throws -> AVAudioRecorder {
            #if os(iOS)
                let session: AVAudioSession = AVAudioSession.sharedInstance()
                try session.setCategory(
                    AVAudioSession.Category.playAndRecord, mode: AVAudioSession.Mode.default,
                    options: AVAudioSession.CategoryOptions.defaultToSpeaker)
                try session.setActive(true)
            #endif
            let recorder: AVAudioRecorder = try AVAudioRecorder(url: place, settings: settings)
            recorder.isMeteringEnabled = true
            guard recorder.record(forDuration: TimeInterval(Limits.voiceDuration) / 1_000 - 1) else {
                throw CocoaError(CocoaError.Code.fileWriteUnknown)
            }
            return recorder
        }

        /// Notes how loud it is, or that it has ended by itself. Called ten times a second.
        func measure() {
            guard let recorder, isListening else { return }
            if !recorder.isRecording { return end(recorder) }
            recorder.updateMeters()
            // Decibels below the loudest that can be recorded.
            let amplitude: Double = pow(10, Double(recorder.averagePower(forChannel: 0)) / 20)
            recording?.measured(seconds: recorder.currentTime, amplitude: amplitude)
        }

        /// Completes the file, and gives the device's sound back. After an interruption the
        /// recorder has only paused.
        private func end(_ recorder: AVAudioRecorder) {
            recorder.stop()
            recording?.stopped()
            VoiceRecorder.release()
        }

        /// Ends the recording.
        ///
        /// - Returns: The file; `nil` if it is so short that it was begun by mistake.
        func finish() -> PickedFile? {
            measure()
            let made: Recording? = recording
            guard let url: URL = stop(), let made else { return nil }
            let attributes: [FileAttributeKey: Any]? = try? FileManager.default.attributesOfItem(atPath: url.path)
            let size: UInt64 = (attributes?[FileAttributeKey.size] as? NSNumber)?.uint64Value ?? 0
            guard made.isLongEnough, size > 0 else {
                folder.remove(id)
                return nil
            }
            return PickedFile(
                id: id, name: VoiceRecorder.name, type: "audio/mp4", size: size,
                voice: made.voice, url: url)
        }

        /// Ends the recording, and deletes it.
        func discard() {
            if stop() != nil { folder.remove(id) }
        }

        private func stop() -> URL? {
            turns &+= 1
            guard let recorder else { return nil }
            // If a voice message began to play after the recording ended, it has the device's
            // sound.
            if isListening { end(recorder) }
            self.recorder = nil
            recording = nil
            return recorder.url
        }

        /// Gives the device's sound back: music that was playing goes on.
        private static func release() {
            #if os(iOS)
                try? AVAudioSession.sharedInstance().setActive(
                    false, options: AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation)
            #endif
        }

        private static let name: String = "Voice message.m4a"

        /// Speech, in a format that browsers and other systems play.
        private static var settings: [String: Any] {
            [
                AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 24_000, AVNumberOfChannelsKey: 1,
                AVEncoderBitRateKey: 32_000,
            ]
        }
    }

    /// The user does not let the app use the microphone.
    private struct MicrophoneRefused: LocalizedError {
        var errorDescription: String? { localized("Allow the microphone for this app in the system's settings.") }
    }

    /// The system does not give the app the microphone.
    private struct MicrophoneTaken: LocalizedError {
        var errorDescription: String? {
            localized("The microphone can’t be used. Another program may be using it.")
        }
    }

    private struct VoiceRecorderKey: EnvironmentKey {
        static let defaultValue: VoiceRecorder? = nil
    }

    extension EnvironmentValues {
        /// Records voice messages in the composer. Without it the composer has no microphone.
        public var voiceRecorder: VoiceRecorder? {
            get { self[VoiceRecorderKey.self] }
            set { self[VoiceRecorderKey.self] = newValue }
        }
    }
#endif
