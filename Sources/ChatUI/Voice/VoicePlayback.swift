#if canImport(SwiftUI)
    import AVFoundation
    import ChatModel
    import ChatWire
    import Foundation
    import SwiftUI

    /// Plays voice messages, one at a time. It goes on while the message is scrolled away.
    @MainActor
    public final class VoicePlayback: ObservableObject {
        /// The voice message that is played, or was played last.
        @Published private(set) var file: FileID?
        @Published private(set) var isPlaying: Bool = false
        /// Seconds from the beginning.
        @Published private(set) var position: Double = 0
        /// How fast it is played: 1, 1.5 or 2.
        @Published private(set) var speed: Float = 1
        /// Why the last one that the user has chosen is not played; `nil` if it is.
        @Published private(set) var trouble: VoiceTrouble?

        /// Whether something may be played now: while the user records, it would end the recording.
        public var mayBegin: () -> Bool = { true }

        private let files: FileAccess
        private var player: AVPlayer?
        /// Only the main actor uses it, and `deinit`, when nothing else does.
        private nonisolated(unsafe) var observation: Observation?
        private var duration: Double = 0

        /// The observer of a player's time. It must be removed before the player is released.
        private struct Observation {
            let player: AVPlayer
            let token: Any

            @MainActor func end() { player.removeTimeObserver(token) }
        }

        /// Creates a playback, which gets its files from `files`.
        public init(files: FileAccess) { self.files = files }

        deinit {
            guard let observation else { return }
            nonisolated(unsafe) let last: Observation = observation
            // The last owner may be on any thread. Ends at once.
            Task { @MainActor in last.end() }
        }

        /// Plays a voice message, or pauses it.
        func toggle(_ file: Row.File, _ voice: Attachment.Voice) async {
            guard mayBegin() else { return }
            if self.file == file.id, let player {
                if isPlaying { player.pause() } else { player.rate = speed }
                return
            }
            halt()
            self.file = file.id
            trouble = nil
            duration = Double(voice.duration) / 1_000
            let url: URL? = try? await files.url(file)
            let isPlayable: Bool = await VoicePlayback.isPlayable(url)
            // The user may have chosen another voice message meanwhile, or have begun a recording.
            guard self.file == file.id, player == nil, mayBegin() else { return }
            if let url, isPlayable {
                begin(url)
            } else {
                trouble = VoiceTrouble(file: file.id, reason: url == nil ? .notDownloaded : .notPlayable)
            }
        }

        private static func isPlayable(_ url: URL?) async -> Bool {
            guard let url else { return false }
            return (try? await AVURLAsset(url: url).load(.isPlayable)) ?? false
        }

        /// Goes to a part of the voice message that is played: 0 to 1.
        func seek(_ file: FileID, to part: Double) {
            guard self.file == file, let player else { return }
            position = min(max(part, 0), 1) * duration
            player.seek(to: CMTime(seconds: position, preferredTimescale: 1_000))
        }

        /// Plays faster, or after twice the speed as it was recorded.
        func changeSpeed() {
            speed = speed >= 2 ? 1 : speed + 0.5
            if isPlaying { player?.rate = speed }
        }

        private func begin(_ url: URL) {
            DeviceSound.prepare()
            let player: AVPlayer = AVPlayer(url: url)
            self.player = player
            let tenth: CMTime = CMTime(value: 1, timescale: 10)
            let token: Any = player.addPeriodicTimeObserver(forInterval: tenth, queue: DispatchQueue.main) {
                [weak self] (time: CMTime) in
                MainActor.assumeIsolated { self?.advance(to: time.seconds) }
            }
            observation = Observation(player: player, token: token)
            player.rate = speed
        }

        /// Also called when playing begins and ends.
        private func advance(to seconds: Double) {
            guard let player else { return }
            if player.currentItem?.status == AVPlayerItem.Status.failed, let file {
                trouble = VoiceTrouble(file: file, reason: .notPlayable)
            }
            isPlaying = player.timeControlStatus != AVPlayer.TimeControlStatus.paused
            position = seconds.isFinite ? min(seconds, duration) : 0
            let length: Double = player.currentItem.map { (item: AVPlayerItem) in item.duration.seconds } ?? duration
            let end: Double = length.isFinite ? length : duration
            if !isPlaying, seconds >= end - 0.05 {
                player.seek(to: CMTime.zero)
                position = 0
                DeviceSound.release()
            }
        }

        /// Ends what is played. The user has begun a recording, has opened a video, or has gone to
        /// another account.
        ///
        /// - Parameter givesBack: Whether music that was playing goes on. A recording that begins
        ///   now would stop it again.
        public func stop(givesBack: Bool = true) {
            let wasThere: Bool = player != nil
            halt()
            if wasThere, givesBack { DeviceSound.release() }
        }

        private func halt() {
            observation?.end()
            observation = nil
            player?.pause()
            player = nil
            file = nil
            isPlaying = false
            position = 0
        }
    }

    private struct VoicePlaybackKey: EnvironmentKey {
        static let defaultValue: VoicePlayback? = nil
    }

    extension EnvironmentValues {
        /// Plays voice messages in their rows. Without it they are opened like other files.
        public var voicePlayback: VoicePlayback? {
            get { self[VoicePlaybackKey.self] }
            set { self[VoicePlaybackKey.self] = newValue }
        }
    }
#endif
