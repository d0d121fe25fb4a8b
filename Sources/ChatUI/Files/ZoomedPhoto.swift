#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import SwiftUI

    /// A photo in the whole window, zoomed by pinch or double tap. An animation plays, unless the
    /// user wants less motion.
    struct ZoomedPhoto: View {
        let url: URL
        @Environment(\.accessibilityReduceMotion) private var reducesMotion: Bool
        @State private var picture: CGImage?
        @State private var hasFailed: Bool = false

        /// What is loaded: the photo is loaded again when this changes.
        private struct Shown: Hashable {
            let url: URL
            let isStill: Bool
        }

        var body: some View {
            // One view, whatever the content changes to: otherwise the picture would be decoded
            // again when it takes the place of the progress.
            ZStack { content }.task(id: Shown(url: url, isStill: reducesMotion)) { await load() }
        }

        @ViewBuilder private var content: some View {
            if let picture {
                ZoomedPicture(picture: picture, file: url)
            } else if hasFailed {
                Label(localized("This picture can't be shown. Share it to open it elsewhere."), systemImage: "photo")
                    .padding(24)
            } else {
                ProgressView()
            }
        }

        private func load() async {
            do {
                picture = try await PictureDecoder.picture(at: url, pixels: Limits.zoomedPixels)
            } catch {
                hasFailed = !Task.isCancelled
                return
            }
            guard !reducesMotion, await AnimatedPicture.isAnimated(url) else { return }
            // Ends with the task: when the view leaves the screen.
            for await frame: AnimatedPicture.Frame in AnimatedPicture.frames(of: url) { picture = frame.picture }
        }
    }
#endif
