#if canImport(SwiftUI)
    import AVKit
    import SwiftUI

    /// Plays a video or a sound.
    struct FilePlayer: View {
        let url: URL
        @State private var player: AVPlayer?

        var body: some View {
            VideoPlayer(player: player)
                .onAppear {
                    if player == nil { player = AVPlayer(url: url) }
                }
                .onDisappear { player?.pause() }
        }
    }
#endif
