#if canImport(SwiftUI)
    import ChatModel
    import QuickLook
    import SwiftUI

    /// An opened file: a zoomable photo, a player, or a preview to view and share.
    ///
    /// On iOS the app's Info.plist needs `NSPhotoLibraryAddUsageDescription`: the share sheet
    /// offers to save photos and videos, and without that reason the system ends the app.
    public struct FileViewer: View {
        /// The file of the message.
        public var file: Row.File
        /// The file on this device.
        public var url: URL
        /// Closes the viewer.
        public var close: () -> Void
        @Environment(\.theme) private var theme: Theme
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting
        /// The file in the system's preview.
        @State private var previewed: URL?

        /// Creates the view.
        public init(file: Row.File, url: URL, close: @escaping () -> Void) {
            self.file = file
            self.url = url
            self.close = close
        }

        public var body: some View {
            NavigationStack {
                content
                    .frame(maxWidth: .infinity, maxHeight: .infinity)
                    .navigationTitle(Text(verbatim: file.name))
                    .toolbar {
                        ToolbarItem(placement: .cancellationAction) {
                            Button(localized("Close"), action: close).keyboardShortcut(.cancelAction)
                        }
                        ToolbarItem(placement: .primaryAction) { ShareLink(item: url) }
                        #if os(macOS)
                            // On iOS the share sheet saves it.
                            ToolbarItem(placement: .primaryAction) { SaveButton(file: url, name: file.name) }
                        #endif
                    }
            }
            #if os(macOS)
                .frame(minWidth: 480, idealWidth: 800, minHeight: 360, idealHeight: 600)
            #endif
        }

        @ViewBuilder private var content: some View {
            switch kind {
            case .photo: ZoomedPhoto(url: url)
            case .video, .audio, .voice: FilePlayer(url: url)
            case .document, .other: note
            }
        }

        private var note: some View {
            VStack(spacing: 12) {
                Image(systemName: kind.symbol)
                    .font(.largeTitle)
                    .foregroundColor(Color(theme.quiet))
                    .accessibilityHidden(true)
                Text(verbatim: file.name).themeFont(\.title).multilineTextAlignment(.center)
                Text(verbatim: FileWords(locale: dateFormatting.locale).size(file.size))
                    .themeFont(\.preview)
                    .foregroundColor(Color(theme.quiet))
                if kind == .document {
                    Button(localized("Preview")) { previewed = url }.buttonStyle(.borderedProminent)
                }
            }
            .padding(24)
            .onDrag {
                let provider: NSItemProvider = NSItemProvider(contentsOf: url) ?? NSItemProvider()
                provider.suggestedName = file.name
                return provider
            }
            .quickLookPreview($previewed)
        }

        private var kind: FileKind { file.kind }
    }
#endif
