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
            /// Deletes the message and accepts its reports, when the moderator has confirmed it. It
            /// is not offered for a deleted message.
            public var delete: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
            /// Publishes a held message.
            public var publish: (HeldMessage) -> Void = { (_: HeldMessage) in }
            /// Discards a held message, when the moderator has confirmed it.
            public var discard: (HeldMessage) -> Void = { (_: HeldMessage) in }
            /// Goes to a reported message, in its room. It is offered with
            /// ``ChatModel/ReportLine/canShow``.
            public var show: (ReportedMessage) -> Void = { (_: ReportedMessage) in }
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
        @State private var question: Question?
        @Environment(\.dateFormatting) private var dateFormatting: DateFormatting

        /// What the moderator confirms, because it can't be undone.
        private enum Question {
            case delete(ReportedMessage)
            case discard(HeldMessage)

            var title: String {
                switch self {
                case .delete(let entry): Deletion(of: entry.message.seq, by: entry.message.author).title
                case .discard(let entry): HeldLine(entry).discardTitle
                }
            }

            var sentence: String {
                switch self {
                case .delete(let entry): Deletion(of: entry.message.seq, by: entry.message.author).sentence
                case .discard: HeldLine.discardSentence
                }
            }

            var verb: String {
                switch self {
                case .delete: ReportDecision.delete.title
                case .discard: HeldDecision.Verdict.discard.title
                }
            }
        }

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
                if !isConnected { Text(verbatim: ReportLine.offline).themeFont(\.explanation) }
                ForEach(lines) { (line: ReportLine) in row(line) }
                if !lines.isEmpty { Text(verbatim: ReportLine.explanation).themeFont(\.explanation) }
                ForEach(held) { (line: HeldLine) in row(line) }
                if !held.isEmpty { Text(verbatim: HeldLine.explanation).themeFont(\.explanation) }
            }
            .confirmationDialog(
                Text(verbatim: question?.title ?? ""), isPresented: isAsking, titleVisibility: Visibility.visible,
                presenting: question
            ) { (question: Question) in
                Button(question.verb, role: ButtonRole.destructive) { decide(question) }
            } message: { (question: Question) in
                Text(verbatim: question.sentence)
            }
        }

        private var isAsking: Binding<Bool> {
            Binding<Bool>(get: { question != nil }, set: { (isOpen: Bool) in if !isOpen { question = nil } })
        }

        private func decide(_ question: Question) {
            switch question {
            case .delete(let entry): actions.delete(entry)
            case .discard(let entry): actions.discard(entry)
            }
        }

        /// Who wrote a message, where and when.
        @ViewBuilder private func origin(_ author: Author, _ room: String?, at time: Int64) -> some View {
            Text(verbatim: author.name).themeFont(\.title)
            if let room { Text(verbatim: room).themeFont(\.detail) }
            Text(verbatim: dateFormatting.full(time)).themeFont(\.detail).foregroundColor(.secondary)
        }

        private func row(_ line: ReportLine) -> some View {
            VStack(alignment: .leading, spacing: 4) {
                origin(line.entry.message.author, line.room, at: line.entry.message.at)
                Text(verbatim: line.said)
                if line.canShow {
                    SmallButton(localized("Show"), about: line.entry.message.author.name) { actions.show(line.entry) }
                        .buttonStyle(.borderless)
                        .themeFont(\.note)
                }
                Text(verbatim: line.summary).themeFont(\.detail).foregroundColor(.secondary)
                // Two people may write the same.
                ForEach(Array(line.remarks.enumerated()), id: \.offset) { (remark: (offset: Int, element: String)) in
                    Text(localized("“\(remark.element)”")).themeFont(\.detail)
                }
                buttons(line)
                if let refusal = line.refusal { Text(verbatim: refusal).themeFont(\.detail).foregroundColor(.red) }
            }
            .padding(.vertical, 4)
        }

        private func row(_ line: HeldLine) -> some View {
            let author: String = line.entry.author.name
            return VStack(alignment: .leading, spacing: 4) {
                origin(line.entry.author, line.room, at: line.entry.at)
                Text(verbatim: line.said)
                LargeTextStack(spacing: 16) {
                    SmallButton(HeldDecision.Verdict.publish.title, about: author) { actions.publish(line.entry) }
                    SmallButton(HeldDecision.Verdict.discard.title, role: .destructive, about: author) {
                        question = Question.discard(line.entry)
                    }
                    if line.isDeciding { ProgressView() }
                }
                .buttonStyle(.borderless)
                .themeFont(\.note)
                .disabled(line.isDeciding || !isConnected)
                if let refusal = line.refusal { Text(verbatim: refusal).themeFont(\.detail).foregroundColor(.red) }
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
                        question = Question.delete(line.entry)
                    }
                }
                if line.isDeciding { ProgressView() }
            }
            .buttonStyle(.borderless)
            .themeFont(\.note)
            .disabled(line.isDeciding || !isConnected)
        }
    }
#endif
