#if canImport(SwiftUI)
    import AVFoundation

    /// The device's sound, which apps share.
    @MainActor
    enum DeviceSound {
        /// What is played now is heard although the device is silent: the user has asked for it.
        static func prepare() {
            #if os(iOS)
                try? AVAudioSession.sharedInstance().setCategory(AVAudioSession.Category.playback)
            #endif
        }

        /// Gives the sound back: music that was playing goes on.
        static func release() {
            #if os(iOS)
                try? AVAudioSession.sharedInstance().setActive(
                    false, options: AVAudioSession.SetActiveOptions.notifyOthersOnDeactivation)
            #endif
        }
    }
#endif
