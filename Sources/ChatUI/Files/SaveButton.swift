#if canImport(SwiftUI) && os(macOS)
    import ChatModel
    import SwiftUI
    import UniformTypeIdentifiers

    /// Asks where to save a copy of a file.
    struct SaveButton: View {
        let file: URL
        let name: String
        @State private var isAsking: Bool = false
        @State private var failure: String?

        var body: some View {
            Button {
                isAsking = true
            } label: {
                Label(localized("Save…"), systemImage: "square.and.arrow.down")
            }
            .keyboardShortcut("s", modifiers: .command)
            .help(Text(localized("Save…")))
            // The type of all files: the name keeps its ending.
            .fileExporter(
                isPresented: $isAsking, document: SavedCopy(file), contentType: UTType.data, defaultFilename: name
            ) { (result: Result<URL, any Error>) in
                if case .failure(let error) = result { failure = error.localizedDescription }
            }
            .alert(Text(verbatim: failure ?? ""), isPresented: hasFailed) {}
        }

        private var hasFailed: Binding<Bool> {
            Binding<Bool>(get: { failure != nil }, set: { (isShown: Bool) in if !isShown { failure = nil } })
        }
    }

    /// A file as the save panel writes it.
    private struct SavedCopy: FileDocument {
        static var readableContentTypes: [UTType] { [UTType.data] }

        private let file: URL

        init(_ file: URL) { self.file = file }

        /// Nothing is opened this way.
        init(configuration: ReadConfiguration) throws { throw CocoaError(CocoaError.Code.fileReadUnknown) }

        func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper { try FileWrapper(url: file) }
    }
#endif
