#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import PhotosUI
    import SwiftUI
    import UniformTypeIdentifiers

    /// Chooses what to attach: photos, files, and, if the app supports it, the user's location.
    struct AttachButton: View {
        let left: Int
        /// Called with the chosen items, which are not read yet.
        let chosen: ([FileIntake.Source]) -> Void
        let failed: (String) -> Void
        /// Sends the user's location; `nil` if the app can't.
        let sendLocation: (() -> Void)?
        @Environment(\.theme) private var theme: Theme
        @State private var choosesPhotos: Bool = false
        @State private var choosesFiles: Bool = false
        @State private var photos: [PhotosPickerItem] = []

        var body: some View {
            Menu {
                Button {
                    choosesPhotos = true
                } label: {
                    Label(localized("Photos and videos"), systemImage: "photo.on.rectangle")
                }
                Button {
                    choosesFiles = true
                } label: {
                    Label(localized("Files"), systemImage: "folder")
                }
                Button(action: paste) { Label(localized("Paste a picture"), systemImage: "doc.on.clipboard") }
                if let sendLocation {
                    Button(action: sendLocation) { Label(localized("Send my location"), systemImage: "location") }
                }
            } label: {
                Image(systemName: "plus.circle")
                    .font(.title2)
                    .foregroundColor(Color(left > 0 ? theme.accent : theme.quiet))
                    .touchTarget(.bottom)
            }
            .menuStyle(.borderlessButton)
            .fixedSize()
            .disabled(left == 0)
            .accessibilityLabel(Text(localized("Attach")))
            // Asks for formats that every client can show: JPEG and H.264 instead of HEIF and HEVC.
            .photosPicker(
                isPresented: $choosesPhotos, selection: $photos, maxSelectionCount: max(left, 1),
                matching: PHPickerFilter.any(of: [.images, .videos]), preferredItemEncoding: .compatible
            )
            .onChange(of: photos) { (photos: [PhotosPickerItem]) in
                if photos.isEmpty { return }
                chosen(photos.map { (item: PhotosPickerItem) in FileIntake.Source.photo(item) })
                self.photos = []
            }
            .fileImporter(
                isPresented: $choosesFiles, allowedContentTypes: [UTType.item], allowsMultipleSelection: true
            ) { (result: Result<[URL], any Error>) in
                switch result {
                case .success(let urls): chosen(urls.map { (url: URL) in FileIntake.Source.file(url) })
                case .failure(let error): failed(error.localizedDescription)
                }
            }
        }

        private func paste() {
            let pasted: [FileIntake.Source] = DroppedItem.pasted()
            if pasted.isEmpty { failed(localized("There is no picture to paste.")) } else { chosen(pasted) }
        }
    }
#endif
