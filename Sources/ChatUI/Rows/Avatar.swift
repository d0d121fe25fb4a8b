#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import SwiftUI

    /// A person's picture; without one, a disc with initials in their color.
    struct Avatar: View {
        let author: Author
        let size: Double
        @Environment(\.avatars) private var avatars: [UserID: Attachment]
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            Slotted(\.avatar, AvatarContext(author: author, avatar: avatars[author.user], size: size)) { original }
                .frame(width: CGFloat(size), height: CGFloat(size))
                .accessibilityHidden(true)
        }

        private var original: some View {
            shape
                .fill(Color(theme.color(of: author.user)))
                .overlay(
                    Text(verbatim: Initials.of(author.name))
                        .font(.system(size: CGFloat(size * 0.4), weight: .semibold))
                        .minimumScaleFactor(0.5)
                        .foregroundColor(Color(theme.background))
                )
                .overlay { if let avatar = avatars[author.user] { AvatarPicture(avatar: avatar, size: size) } }
                .frame(width: CGFloat(size), height: CGFloat(size))
                .clipShape(shape)
        }

        /// With circular corners, so that the largest radius makes a circle.
        private var shape: RoundedRectangle {
            RoundedRectangle(cornerRadius: CGFloat(theme.avatarRadius(ofSize: size)), style: .circular)
        }
    }

    /// A picture that fills its frame once it is loaded. One that can't be loaded shows nothing.
    struct AvatarPicture: View {
        let avatar: Attachment
        let size: Double
        @Environment(\.pictures) private var pictures: PictureStore?
        @Environment(\.displayScale) private var displayScale: CGFloat
        @State private var loaded: Loaded?

        /// A picture, and whose it is: cells and lines are reused for other people.
        private struct Loaded {
            let id: FileID
            let picture: CGImage
        }

        var body: some View {
            ZStack {
                if let shown {
                    Image(decorative: shown, scale: 1, orientation: .up)
                        .resizable()
                        .aspectRatio(contentMode: .fill)
                        .accessibilityIgnoresInvertColors()
                }
            }
            .frame(width: CGFloat(size), height: CGFloat(size))
            .clipped()
            .task(id: avatar.id) { await load() }
        }

        /// A picture that was decoded before is shown at once: a row that is scrolled back has no
        /// state of its own yet.
        private var shown: CGImage? {
            if let loaded, loaded.id == avatar.id { return loaded.picture }
            return pictures?.kept(Row.File(avatar), pixels: pixels)
        }

        private var pixels: Int { Int((size * Double(displayScale)).rounded(.up)) }

        private func load() async {
            guard let picture: CGImage = try? await pictures?.picture(of: Row.File(avatar), pixels: pixels) else {
                return
            }
            loaded = Loaded(id: avatar.id, picture: picture)
        }
    }

    private struct AvatarsKey: EnvironmentKey {
        static let defaultValue: [UserID: Attachment] = [:]
    }

    extension EnvironmentValues {
        /// The pictures of people, as far as they are known.
        public var avatars: [UserID: Attachment] {
            get { self[AvatarsKey.self] }
            set { self[AvatarsKey.self] = newValue }
        }
    }
#endif
