#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The reports that wait for a moderator.
    public struct ReportsSheet: View {
        /// What a moderator does about one of them.
        public struct Actions {
            /// Decides that the reports were wrong, which removes the entry from the queue.
            public var dismiss: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            /// Decides that the reports were right, which removes the entry from the queue and
            /// changes nothing else.
            public var accept: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            /// Deletes the message and accepts its reports. It is not offered for a deleted
            /// message.
            public var delete: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            /// Publishes a held message.
            public var publish: (HeldMessage) -> Void = { (_: HeldMessage) in }
            /// Discards a held message.
            public var discard: (HeldMessage) -> Void = { (_: HeldMessage) in }
            /// Loads more entries.
            public var more: () -> Void = {}
            /// Closes the sheet.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// The reported messages.
        public var lines: [ReportLine]
        /// The held messages.
        public var held: [HeldLine]
        /// How far the list is loaded.
        public var status: ListStatus
        /// Whether the server can be told a decision.
        public var isConnected: Bool
        /// What the user does.
        public var actions: Actions

        /// Creates the sheet of a queue of reports and held messages.
        public init(
            lines: [ReportLine], held: [HeldLine] = [], status: ListStatus, isConnected: Bool = true, actions: Actions
        ) {
            self.lines = lines
            self.held = held
            self.status = status
            self.isConnected = isConnected
            self.actions = actions
        }

        public var body: some View {
            ListSheet(
                title: localized("Reports"), symbol: "checkmark.seal", status: status, load: actions.more,
                close: actions.close
            ) {
                if !isConnected { Text(verbatim: ReportLine.offline).font(.footnote) }
                ForEach(lines) { (line: ReportLine) in row(line) }
                if !lines.isEmpty { Text(verbatim: ReportLine.explanation).font(.footnote) }
                ForEach(held) { (line: HeldLine) in row(line) }
                if !held.isEmpty { Text(verbatim: HeldLine.explanation).font(.footnote) }
            }
        }

        private func row(_ line: ReportLine) -> some View {
            VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: line.entry.message.author.name).font(.headline)
                if let room = line.room { Text(verbatim: room).font(.caption) }
                Text(verbatim: line.said)
                Text(verbatim: line.summary).font(.caption).foregroundColor(.secondary)
                // Two people may write the same.
                ForEach(Array(line.remarks.enumerated()), id: \.offset) { (remark: (offset: Int, element: String)) in
                    Text(localized("“\(remark.element)”")).font(.caption)
                }
                buttons(line)
                if let refusal = line.refusal { Text(verbatim: refusal).font(.caption).foregroundColor(.red) }
            }
            .padding(.vertical, 4)
        }

        private func row(_ line: HeldLine) -> some View {
            let author: String = line.entry.author.name
            return VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: author).font(.headline)
                if let room = line.room { Text(verbatim: room).font(.caption) }
                Text(verbatim: line.said)
                LargeTextStack(spacing: 16) {
                    SmallButton(HeldDecision.Verdict.publish.title, about: author) { actions.publish(line.entry) }
                    SmallButton(HeldDecision.Verdict.discard.title, role: .destructive, about: author) {
                        actions.discard(line.entry)
                    }
                    if line.isDeciding { ProgressView() }
                }
                .buttonStyle(.borderless)
                .font(.callout)
                .disabled(line.isDeciding || !isConnected)
                if let refusal = line.refusal { Text(verbatim: refusal).font(.caption).foregroundColor(.red) }
            }
            .padding(.vertical, 4)
        }

        private func buttons(_ line: ReportLine) -> some View {
            let author: String = line.entry.message.author.name
            return LargeTextStack(spacing: 16) {
                SmallButton(ReportDecision.dismiss.title, about: author) { actions.dismiss(line.entry) }
                SmallButton(ReportDecision.accept.title, about: author) { actions.accept(line.entry) }
                if line.canDelete {
                    SmallButton(ReportDecision.delete.title, role: .destructive, about: author) {
                        actions.delete(line.entry)
                    }
                }
                if line.isDeciding { ProgressView() }
            }
            .buttonStyle(.borderless)
            .font(.callout)
            .disabled(line.isDeciding || !isConnected)
        }
    }
#endif
