#if canImport(SwiftUI)
    import ChatModel
    import ChatUI
    import ChatWire
    import SwiftUI

    struct LinksSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                sheet(LinksContent(lines: lines, status: ListStatus(), canMake: true))
                sheet(LinksContent(lines: [], status: ListStatus(isLoading: true), canMake: true))
                    .previewDisplayName("Loading")
                sheet(
                    LinksContent(
                        lines: lines, status: ListStatus(failure: "You are not connected."), canMake: false,
                        refusal: "You have too many invite links: revoke one.")
                ).previewDisplayName("Refused")
            }
        }

        private static func sheet(_ content: LinksContent) -> LinksSheet {
            LinksSheet(content: content, actions: LinksSheet.Actions())
        }

        private static var lines: [LinkLine] {
            let me: UserID = UserID(high: 1, low: 1)
            let address: String = "https://chat.example.org/#join=3h8q0v5k2m9r1t7c4d6f8g0j2n7g2k9q4v1c6m3r8t0d5f2h7j4n"
            return [
                LinkLine(waiting: LinkChange(making: LinkID(high: 1, low: 1)), address: address),
                LinkLine(
                    InviteLink(LinkID(high: 1, low: 2), by: me, uses: 10, used: 3, until: 1_795_323_116_490),
                    maker: nil, address: address),
                LinkLine(InviteLink(LinkID(high: 1, low: 3), by: me), maker: "bob", address: nil),
            ]
        }
    }

    struct LinkedRoomSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                sheet(
                    LinkedRoomContent(
                        RoomName.lobby, on: "chat.example.org", entry: entry, as: "ann", isInvite: false))
                sheet(
                    LinkedRoomContent(
                        RoomName.newGroup(), on: "chat.example.org", as: "ann", isInvite: true, canJoin: false)
                ).previewDisplayName("Invite link, connecting")
                sheet(
                    LinkedRoomContent(
                        RoomName.lobby, on: "chat.example.org", as: "ann", isInvite: false, isLoading: true)
                ).previewDisplayName("Loading")
            }
        }

        private static var entry: DirectoryEntry {
            DirectoryEntry(room: RoomName.lobby, title: "Lobby", topic: "Say hello", people: 12, at: 1_795_223_116_490)
        }

        private static func sheet(_ content: LinkedRoomContent) -> LinkedRoomSheet {
            LinkedRoomSheet(content: content, join: {}, cancel: {})
        }
    }

    struct NewMessageSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                NewMessageSheet(
                    people: [Author(user: UserID(high: 1, low: 1), name: "bob")], open: { (_: UserID) in }, cancel: {})
                NewMessageSheet(people: [], open: { (_: UserID) in }, cancel: {}).previewDisplayName("Nobody nearby")
            }
        }
    }
#endif
