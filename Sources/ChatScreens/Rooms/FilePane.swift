#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import Flux
    import SwiftUI

    /// The opened file, connected to the store.
    struct FilePane: View {
        @EnvironmentObject private var store: Store<AppState>

        var body: some View {
            Lingering(store.state.viewed) { (viewed: ViewedFile) in
                switch viewed.state {
                case .here(let url): FileViewer(file: viewed.file, url: url, close: close)
                case .coming: waiting(viewed.file, reason: nil)
                case .failed(let reason): waiting(viewed.file, reason: reason)
                }
            }
        }

        private func waiting(_ file: Row.File, reason: String?) -> some View {
            VStack(spacing: 16) {
                if let reason {
                    Text(verbatim: reason).multilineTextAlignment(.center)
                    Button {
                        store.dispatch(action: FileAction.viewed(file))
                    } label: {
                        Text(localized("Try again")).touchTarget()
                    }
                } else {
                    ProgressView()
                    Text(verbatim: file.name).themeFont(\.explanation)
                }
                Button(action: close) { Text(localized("Close")).touchTarget() }.keyboardShortcut(.cancelAction)
            }
            .padding(32)
            .sheetSize(width: 320, height: 240)
        }

        private func close() { store.dispatch(action: FileAction.closed) }
    }
#endif
