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
        @State private var zoom: Zoom = Zoom()

        var body: some View {
            GeometryReader { (space: GeometryProxy) in
                ScrollView([.horizontal, .vertical], showsIndicators: false) {
                    content
                        .frame(
                            width: space.size.width * CGFloat(zoom.factor),
                            height: space.size.height * CGFloat(zoom.factor))
                }
                .gesture(pinch)
                .onTapGesture(count: 2) { zoom.toggle() }
            }
            .task(id: url) { await load() }
        }

        @ViewBuilder private var content: some View {
            if let picture {
                Image(picture, scale: 1, orientation: .up, label: Text(localized("Photo")))
                    .resizable()
                    .aspectRatio(contentMode: .fit)
            } else if hasFailed {
                Label(localized("This picture can't be shown. Share it to open it elsewhere."), systemImage: "photo")
                    .padding(24)
            } else {
                ProgressView()
            }
        }

        private var pinch: some Gesture {
            MagnificationGesture()
                .onChanged { (magnification: CGFloat) in zoom.pinch(Double(magnification)) }
                .onEnded { (_: CGFloat) in zoom.pinchEnded() }
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
