#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The bans from the server, for its administrators.
    public struct ServerBansSheet: View {
        /// What an administrator does about them.
        public struct Actions {
            /// Takes a ban back.
            public var unban: (ServerBan.Subject) -> Void = { (_: ServerBan.Subject) in }
            /// Loads again what could not be loaded.
            public var load: () -> Void = {}
            /// Closes the sheet.
            public var close: () -> Void = {}

            /// Creates actions that do nothing.
            public init() {}
        }

        /// The bans.
        public var lines: [ServerBanLine]
        /// How far the list is loaded.
        public var status: ListStatus
        /// Whether the server has more bans than the list shows.
        public var isCut: Bool
        /// Whether the server can be told to take a ban back.
        public var isConnected: Bool
        /// What the user does.
        public var actions: Actions

        /// Creates the sheet of a list of bans.
        public init(
            lines: [ServerBanLine], status: ListStatus, isCut: Bool = false, isConnected: Bool = true, actions: Actions
        ) {
            self.lines = lines
            self.status = status
            self.isCut = isCut
            self.isConnected = isConnected
            self.actions = actions
        }

        public var body: some View {
            ListSheet(
                title: localized("Bans from the server"), symbol: "nosign", status: status, load: actions.load,
                close: actions.close
            ) {
                if !isConnected { Text(verbatim: ReportLine.offline).themeFont(\.explanation) }
                ForEach(lines) { (line: ServerBanLine) in row(line) }
                if isCut { Text(verbatim: ServerBanList.cut).themeFont(\.explanation) }
            }
        }

        private func row(_ line: ServerBanLine) -> some View {
            VStack(alignment: .leading, spacing: 4) {
                LargeTextStack {
                    VStack(alignment: .leading) {
                        Text(verbatim: line.title)
                        Text(verbatim: line.detail).themeFont(\.detail).foregroundColor(.secondary)
                    }
                    .accessibilityElement(children: .combine)
                    Spacer()
                    if line.isEnding { ProgressView() }
                    SmallButton(ServerBanList.verb, about: line.title) { actions.unban(line.id) }
                        .buttonStyle(.borderless)
                        .disabled(line.isEnding || !isConnected)
                }
                if let refusal = line.refusal { Text(verbatim: refusal).themeFont(\.detail).foregroundColor(.red) }
            }
        }
    }
#endif
