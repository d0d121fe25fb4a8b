#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import CoreGraphics
    import SwiftUI

    /// A photo in the whole window, zoomed by pinch or double tap.
    struct ZoomedPhoto: View {
        let url: URL
        @State private var picture: CGImage?
        @State private var hasFailed: Bool = false

        var body: some View { content.task(id: url) { await load() } }

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
            }
        }
    }
#endif
