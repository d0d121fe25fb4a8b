#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// How much of a photo or video is uploaded, at the bottom of its picture; nothing if it is not
    /// being uploaded.
    struct UploadProgress: View {
        let file: Row.File

        var body: some View {
            if let part = file.progress {
                ProgressView(value: part)
                    .progressViewStyle(.linear)
                    .padding(8)
                    .background(.thinMaterial)
            }
        }
    }
#endif
