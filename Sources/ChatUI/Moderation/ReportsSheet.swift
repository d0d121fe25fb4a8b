#if canImport(SwiftUI)
    import ChatWire
    import SwiftUI

    /// The reports that wait for a moderator.
    public struct ReportsSheet: View {
        /// What a moderator does about one of them.
        public struct Actions {
            public var dismiss: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            public var accept: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            public var delete: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            public var more: () -> Void = {}
            public var close: () -> Void = {}

            public init() {}
        }

        public var reports: [ReportedMessage]
        public var isLoading: Bool
        public var hasMore: Bool
        public var trouble: String?
        public var actions: Actions

        public init(
            reports: [ReportedMessage], isLoading: Bool, hasMore: Bool, trouble: String?, actions: Actions
        ) {
            self.reports = reports
            self.isLoading = isLoading
            self.hasMore = hasMore
            self.trouble = trouble
            self.actions = actions
        }

        public var body: some View {
            NavigationStack {
                List {
                    if let trouble { Text(verbatim: trouble).foregroundColor(.red) }
                    ForEach(reports, id: \.number) { (entry: ReportedMessage) in line(entry) }
                    if isLoading { ProgressView() }
                    if hasMore && !isLoading { Button("More", action: actions.more) }
                    if reports.isEmpty && !isLoading && trouble == nil { Text("Nothing to decide.") }
                }
                .navigationTitle("Reports")
                .toolbar {
                    ToolbarItem(placement: .confirmationAction) { Button("Done", action: actions.close) }
                }
            }
            .frame(minWidth: 320, minHeight: 360)
        }

        private func line(_ entry: ReportedMessage) -> some View {
            let line: ReportLine = ReportLine(entry)
            return VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: entry.message.author.name).font(.headline)
                Text(verbatim: line.said)
                Text(verbatim: line.summary).font(.caption).foregroundColor(.secondary)
                ForEach(line.remarks, id: \.self) { (remark: String) in
                    Text(verbatim: "\u{201C}\(remark)\u{201D}").font(.caption)
                }
                buttons(entry)
            }
            .padding(.vertical, 4)
        }

        private func buttons(_ entry: ReportedMessage) -> some View {
            HStack(spacing: 16) {
                Button("Dismiss") { actions.dismiss(entry) }
                Button("Accept") { actions.accept(entry) }
                if case .message = entry.message.content {
                    Button("Delete", role: ButtonRole.destructive) { actions.delete(entry) }
                }
            }
            .buttonStyle(.borderless)
            .font(.callout)
        }
    }
#endif
