#if canImport(SwiftUI)
    import SwiftUI

    /// A poster. Until it is loaded, or if there is none, a symbol of a film.
    struct PosterView: View {
        let path: PosterPath?
        @Environment(\.services) private var services
        @State private var image: Image?

        var body: some View {
            ZStack {
                Color.secondary.opacity(0.15)
                if let image {
                    image.resizable().scaledToFill()
                } else {
                    Image(systemName: "film").foregroundColor(.secondary)
                }
            }
            .clipShape(RoundedRectangle(cornerRadius: 4))
            .accessibilityHidden(true)
            .task(id: path) { await load() }
        }

        private func load() async {
            guard let path else {
                image = nil
                return
            }
            let data = try? await services.posters.poster(path)
            guard !Task.isCancelled else { return }
            image = data.flatMap { Image(poster: $0) }
        }
    }

    extension Image {
        /// The image in a file's bytes, if there is one.
        fileprivate init?(poster data: Data) {
            #if canImport(UIKit)
                guard let image = UIImage(data: data) else { return nil }
                self.init(uiImage: image)
            #else
                guard let image = NSImage(data: data) else { return nil }
                self.init(nsImage: image)
            #endif
        }
    }
#endif
