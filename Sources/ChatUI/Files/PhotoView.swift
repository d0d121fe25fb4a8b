#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import SwiftUI

    /// A photo, or a video's thumbnail, in its bubble. Its space is reserved before the photo is
    /// loaded.
    struct PhotoView: View {
        let file: Row.File
        /// Whether it fills the space that it gets, as in an album, whatever its shape.
        var fills: Bool = false
        let open: () -> Void
        @Environment(\.pictures) private var pictures: PictureStore?
        @Environment(\.displayScale) private var displayScale: CGFloat
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        @Environment(\.accessibilityReduceMotion) private var reducesMotion: Bool
        @State private var picture: CGImage?
        @State private var hasFailed: Bool = false
        /// A new number is a new attempt.
        @State private var attempt: Int = 0

        /// What is being loaded.
        private struct Loading: Hashable {
            let attempt: Int
            let isStill: Bool
        }

        var body: some View {
            space
                .overlay { content }
                .overlay { if file.kind == .video { play } }
                .overlay(alignment: .bottom) { UploadProgress(file: file) }
                .clipped()
                .contentShape(Rectangle())
                .onTapGesture(perform: openOrRetry)
                .task(id: Loading(attempt: attempt, isStill: reducesMotion)) {
                    await load()
                    await animate()
                }
                .accessibilityElement(children: .ignore)
                .accessibilityLabel(Text(verbatim: FileWords(locale: dateFormatting.locale).label(file)))
                .accessibilityAddTraits([.isImage, .isButton])
        }

        private var play: some View {
            Image(systemName: "play.circle.fill")
                .font(.system(size: 44))
                .symbolRenderingMode(.palette)
                .foregroundStyle(Color.white, Color.black.opacity(0.5))
        }

        @ViewBuilder private var space: some View {
            let color: Color = Color(theme.quiet).opacity(0.15)
            if fills {
                color
            } else {
                color
                    .aspectRatio(CGFloat(place.ratio), contentMode: .fit)
                    .frame(maxWidth: CGFloat(place.width), maxHeight: CGFloat(place.height))
            }
        }

        @ViewBuilder private var content: some View {
            if let shown {
                Image(decorative: shown, scale: 1, orientation: .up)
                    .resizable()
                    .aspectRatio(contentMode: .fill)
                    .accessibilityIgnoresInvertColors()
            } else if hasFailed, file.kind == .photo {
                Label(localized("Tap to try again"), systemImage: "arrow.clockwise")
                    .themeFont(\.detail)
                    .foregroundColor(Color(theme.quiet))
            } else {
                Image(systemName: file.kind.symbol)
                    .font(.title)
                    .foregroundColor(Color(theme.quiet))
            }
        }

        /// A picture that was decoded before is shown at once: a row that is scrolled back has no
        /// state of its own yet.
        private var shown: CGImage? { picture ?? pictures?.kept(file, pixels: pixels) }

        private var pixels: Int { PhotoFrame(file.pictureDimensions).pixels(scale: Double(displayScale)) }

        /// For a photo that the server has not measured yet, the frame of the loaded picture.
        private var place: PhotoFrame {
            let own: Attachment.Dimensions? = shown.map { (picture: CGImage) in
                Attachment.Dimensions(
                    width: UInt64(clamping: picture.width), height: UInt64(clamping: picture.height))
            }
            return PhotoFrame(file.pictureDimensions ?? own)
        }

        private func openOrRetry() {
            if hasFailed, file.kind == .photo {
                hasFailed = false
                attempt += 1
            } else {
                open()
            }
        }

        private func load() async {
            guard picture == nil, let pictures else { return }
            do {
                picture = try await pictures.picture(of: file, pixels: pixels)
            } catch {
                // If it was scrolled away, it is requested again when it returns.
                hasFailed = !Task.isCancelled
            }
        }

        /// Plays an animation as long as the view is on the screen.
        private func animate() async {
            guard file.playsInBubble, !reducesMotion, !hasFailed, let pictures,
                let url: URL = try? await pictures.url(of: file), await AnimatedPicture.isAnimated(url)
            else { return }
            for await frame: AnimatedPicture.Frame in AnimatedPicture.frames(of: url) { picture = frame.picture }
        }
    }
#endif
