#if canImport(SwiftUI)
    import AVKit
    import SwiftUI

    /// Plays a video or a sound. A voice message that is being played ends.
    @MainActor
    struct FilePlayer: View {
        let url: URL
        @State private var player: AVPlayer?
        @Environment(\.voicePlayback) private var voicePlayback: VoicePlayback?

        var body: some View {
            VideoPlayer(player: player)
                .onAppear {
                    if player == nil { player = AVPlayer(url: url) }
                    if isRecording { return }
                    voicePlayback?.stop(givesBack: false)
                    DeviceSound.prepare()
                }
                .onDisappear {
                    player?.pause()
                    if !isRecording { DeviceSound.release() }
                }
        }

        /// Whether a voice message is being recorded. Then the recording keeps the audio session.
        private var isRecording: Bool {
            voicePlayback.map { (playback: VoicePlayback) in !playback.mayBegin() } ?? false
        }
    }
#endif
