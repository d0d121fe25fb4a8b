#if canImport(SwiftUI)
    import ChatModel
    import SwiftUI

    /// A sheet with a list: its title, the rows, and what stands in for rows that are not there.
    struct ListSheet<Rows: View, Extras: View>: View {
        /// A search field above the rows.
        struct Search {
            let text: Binding<String>
            let prompt: String
        }

        private let title: String
        private let symbol: String
        private let status: ListStatus
        private let search: Search?
        private let load: () -> Void
        private let close: () -> Void
        private let rows: Rows
        private let extras: Extras

        /// - Parameters:
        ///   - symbol: of the note in place of rows (SF Symbols 4)
        ///   - load: loads more, or tries again
        ///   - extras: more buttons beside “Done”
        init(
            title: String, symbol: String = "tray", status: ListStatus, search: Search? = nil,
            load: @escaping () -> Void = {}, close: @escaping () -> Void, @ViewBuilder rows: () -> Rows,
            @ViewBuilder extras: () -> Extras
        ) {
            self.title = title
            self.symbol = symbol
            self.status = status
            self.search = search
            self.load = load
            self.close = close
            self.rows = rows()
            self.extras = extras()
        }

        var body: some View {
            NavigationStack {
                searched
                    .overlay {
                        if let note = status.note { EmptyNote(symbol: symbol, sentence: note) }
                    }
                    .navigationTitle(Text(verbatim: title))
                    .toolbar {
                        ToolbarItem(placement: .confirmationAction) { Button(localized("Done"), action: close) }
                        ToolbarItemGroup(placement: .primaryAction) { extras }
                    }
            }
            .sheetSize(width: 340, height: 380)
        }

        @ViewBuilder private var searched: some View {
            if let search {
                list.searchable(text: search.text, prompt: Text(verbatim: search.prompt))
            } else {
                list
            }
        }

        private var list: some View {
            List {
                rows
                foot
            }
        }

        @ViewBuilder private var foot: some View {
            switch status.foot {
            case .progress: ProgressView().frame(maxWidth: .infinity)
            case .more: Button(localized("Show more"), action: load)
            case .none: EmptyView()
            case .failure(let reason):
                VStack(alignment: .leading, spacing: 6) {
                    Text(verbatim: reason).themeFont(\.explanation)
                    Button(action: load) { Text(localized("Try again")).touchTarget(.leading) }
                        .buttonStyle(.borderless)
                }
            }
        }
    }

    extension ListSheet where Extras == EmptyView {
        init(
            title: String, symbol: String = "tray", status: ListStatus, search: Search? = nil,
            load: @escaping () -> Void = {}, close: @escaping () -> Void, @ViewBuilder rows: () -> Rows
        ) {
            self.init(
                title: title, symbol: symbol, status: status, search: search, load: load, close: close, rows: rows,
                extras: { EmptyView() })
        }
    }
#endif
