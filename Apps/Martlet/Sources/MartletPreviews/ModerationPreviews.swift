#if canImport(SwiftUI)
    import ChatModel
    import ChatUI
    import ChatWire
    import SwiftUI

    struct ReportsSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                ReportsSheet(
                    lines: lines, held: held, status: ListStatus(hasMore: true), actions: ReportsSheet.Actions())
                ReportsSheet(lines: lines, status: ListStatus(), isConnected: false, actions: ReportsSheet.Actions())
                    .previewDisplayName("Not connected")
                ReportsSheet(lines: [], status: ListStatus(isLoading: true), actions: ReportsSheet.Actions())
                    .previewDisplayName("Loading")
                ReportsSheet(
                    lines: [], status: ListStatus(emptiness: "There are no reports to decide."),
                    actions: ReportsSheet.Actions()
                ).previewDisplayName("Empty")
            }
        }

        /// Three reports: one to decide, one that is being decided, one that was refused.
        private static var lines: [ReportLine] {
            (1...3).map { (number: UInt64) -> ReportLine in
                var line: ReportLine = ReportLine(entry(number))
                line.canShow = true
                line.isDeciding = number == 2
                line.refusal = number == 3 ? "Somebody has decided about this already; load the queue again." : nil
                return line
            }
        }

        private static var held: [HeldLine] {
            let bob: Author = Author(user: UserID(high: 1, low: 2), name: "bob")
            return [
                HeldLine(
                    HeldMessage(
                        number: 9, room: RoomName.lobby, at: 1_795_223_116_490, author: bob, text: "Buy my coins"))
            ]
        }

        private static func entry(_ number: UInt64) -> ReportedMessage {
            let bob: Author = Author(user: UserID(high: 1, low: 2), name: "bob")
            let event: Event = Event(
                seq: Seq(56 + number), id: EventID(high: 1, low: number), at: 1_795_223_116_490, author: bob,
                idempotencyKey: nil, content: Event.Content.message(Message(text: "Buy my seeds")))
            let note: ReportNote = ReportNote(
                Report(Report.Reason.spam, text: "the third today"), at: 1_795_223_117_000)
            return ReportedMessage(number: number, room: RoomName.lobby, message: event, count: 2, notes: [note])
        }
    }

    struct DeletionSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                DeletionSheet(deletion: deletion(""), decide: { (_: Deletion) in }, cancel: {})
                DeletionSheet(
                    deletion: deletion(String(repeating: "advertising ", count: 200)), decide: { (_: Deletion) in },
                    cancel: {}
                ).previewDisplayName("Too long")
            }
        }

        private static func deletion(_ reason: String) -> Deletion {
            var deletion: Deletion = Deletion(of: 57, by: Author(user: UserID(high: 1, low: 2), name: "mallory"))
            deletion.reason = reason
            return deletion
        }
    }

    struct BlockedSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                BlockedSheet(
                    people: [
                        BlockedPerson(UserID(high: 1, low: 1), name: "mallory"),
                        BlockedPerson(UserID(high: 1, low: 2), name: nil),
                    ], unblock: { (_: UserID) in }, close: {})
                BlockedSheet(people: [], unblock: { (_: UserID) in }, close: {}).previewDisplayName("Empty")
            }
        }
    }

    struct ServerBansSheet_Previews: PreviewProvider {
        private static let lines: [ServerBanLine] = [
            ServerBan(.user(UserID(high: 1, low: 1)), name: "mallory", until: 1_800_000_000_000, reason: "Spam"),
            ServerBan(.network("192.0.2.0/24")),
        ].map { (ban: ServerBan) in
            ServerBanLine(ban, name: { (_: UserID) in nil }, moment: { (_: Int64) in "15.01.27, 09:00" })
        }

        static var previews: some View {
            Group {
                ServerBansSheet(lines: lines, status: ListStatus(), isCut: true, actions: ServerBansSheet.Actions())
                ServerBansSheet(
                    lines: lines, status: ListStatus(isLoading: true), isConnected: false,
                    actions: ServerBansSheet.Actions()
                )
                .previewDisplayName("Offline")
                ServerBansSheet(
                    lines: [], status: ListStatus(emptiness: ServerBanList.none), actions: ServerBansSheet.Actions()
                )
                .previewDisplayName("Empty")
            }
        }
    }
#endif
