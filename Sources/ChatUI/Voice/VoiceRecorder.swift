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
        /// Whether a recording was begun, and neither finished nor discarded.
        @Published public private(set) var isRecording: Bool = false
        /// How long it is.
        @Published private(set) var seconds: Double = 0
        /// How loud it was of late, the newest last: 0 to 1.
        @Published private(set) var amplitudes: [Double] = []

        private var recorder: AVAudioRecorder?
        private var meter: VoiceMeter = VoiceMeter()
        private var id: FileID = FileID.random()
        private var folder: OutgoingFolder = OutgoingFolder.temporary
        /// Counts the beginnings and ends of recordings.
        private var turns: UInt64 = 0

        /// Called before a recording begins. What is being played would be recorded, too, and has
        /// the device's sound.
        public var begins: () -> Void = {}

        /// Creates a recorder. It asks for the microphone when a recording begins.
        public init() {}

        /// Whether the app may ask for the microphone.
        var isPossible: Bool { Bundle.main.object(forInfoDictionaryKey: "NSMicrophoneUsageDescription") != nil }

        /// Begins a recording in `folder`. It ends by itself after an hour, and when the system
        /// takes the microphone away.
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
                throw error
            }
            self.folder = folder
            self.id = id
            meter = VoiceMeter()
            amplitudes = []
            seconds = 0
            isRecording = true
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

        /// Notes how loud it is. Called ten times a second.
        func measure() {
            guard let recorder, recorder.isRecording else { return }
            recorder.updateMeters()
            // Decibels below the loudest that can be recorded.
            let amplitude: Double = pow(10, Double(recorder.averagePower(forChannel: 0)) / 20)
            meter.add(amplitude)
            amplitudes = Array(amplitudes.suffix(VoiceRecorder.shown - 1)) + [amplitude]
            seconds = recorder.currentTime
        }

        /// Ends the recording.
        ///
        /// - Returns: The file; `nil` if it is so short that it was begun by mistake.
        func finish() -> PickedFile? {
            measure()
            guard let url: URL = stop() else { return nil }
            let attributes: [FileAttributeKey: Any]? = try? FileManager.default.attributesOfItem(atPath: url.path)
            let size: UInt64 = (attributes?[FileAttributeKey.size] as? NSNumber)?.uint64Value ?? 0
            guard seconds >= VoiceRecorder.shortest, size > 0 else {
                folder.remove(id)
                return nil
            }
            return PickedFile(
                id: id, name: VoiceRecorder.name, type: "audio/mp4", size: size,
                voice: meter.voice(duration: UInt64(seconds * 1_000)), url: url)
        }

        /// Ends the recording, and deletes it.
        func discard() {
            if stop() != nil { folder.remove(id) }
        }

        private func stop() -> URL? {
            turns &+= 1
            guard let recorder else { return nil }
            recorder.stop()
            self.recorder = nil
            isRecording = false
            VoiceRecorder.release()
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
        private static let shown: Int = 60
        private static let shortest: Double = 0.5

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
