#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import SwiftUI

    /// A room's screen with the messages of a world.
    struct RoomPreview: View {
        let world: PreviewWorld
        @State var composition: Composition = Composition()

        var body: some View {
            let state: ChatState = world.state()
            let conversation: Conversation? = state.conversations[world.room]
            return ConversationScreen(
                content: ConversationContent(
                    room: world.room, rows: world.rows(), typing: conversation?.typing.people.map(\.name) ?? [],
                    people: Int(clamping: conversation?.presence.count ?? 0),
                    notice: ConnectionNotice(state.connection, pending: state.waiting)),
                composition: $composition, actions: ConversationScreen.Actions())
        }
    }

    struct ConversationScreen_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                RoomPreview(world: PreviewWorld.talk).previewDisplayName("Talk")
                RoomPreview(world: PreviewWorld.talk).preferredColorScheme(ColorScheme.dark).previewDisplayName("Dark")
                RoomPreview(world: PreviewWorld.talk)
                    .dynamicTypeSize(DynamicTypeSize.accessibility3)
                    .previewDisplayName("Large type")
                RoomPreview(world: PreviewWorld.files)
                    .dynamicTypeSize(DynamicTypeSize.accessibility5)
                    .previewDisplayName("Largest type: files and a place")
                RoomPreview(world: PreviewWorld.offline)
                    .dynamicTypeSize(DynamicTypeSize.accessibility5)
                    .previewDisplayName("Largest type: offline")
                RoomPreview(world: PreviewWorld.rightToLeft)
                    .environment(\.layoutDirection, LayoutDirection.rightToLeft)
                    .previewDisplayName("Right to left")
                RoomPreview(world: PreviewWorld.offline).previewDisplayName("Offline")
                RoomPreview(world: PreviewWorld.files)
                    .environment(\.pictures, PreviewPictures.store)
                    .previewDisplayName("Files")
                RoomPreview(world: PreviewWorld.files).previewDisplayName("Files that have not come yet")
                RoomPreview(world: PreviewWorld.talk, composition: PreviewPictures.composition)
                    .previewDisplayName("Files chosen")
                RoomPreview(world: PreviewWorld.link)
                    .environment(\.linkCards, PreviewWorld.linkCards)
                    .previewDisplayName("Linked page")
                RoomPreview(world: PreviewWorld()).previewDisplayName("Empty")
            }
        }
    }

    struct MessageList_Previews: PreviewProvider {
        static var previews: some View {
            MessageList(rows: PreviewWorld.long(80).rows(), hasOlder: true)
        }
    }

    struct TypingLine_Previews: PreviewProvider {
        static var previews: some View {
            var world: PreviewWorld = PreviewWorld()
            world.type(as: PreviewWorld.bob)
            let names: [String] = world.state().conversations[world.room]?.typing.people.map(\.name) ?? []
            return TypingLine(names: names)
        }
    }

    struct JumpButton_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                JumpButton(badge: "3", jump: {})
                JumpButton(badge: nil, jump: {})
            }
        }
    }

    struct EmptyNote_Previews: PreviewProvider {
        static var previews: some View { EmptyNote(symbol: "text.bubble", sentence: "No messages yet. Say hello.") }
    }
#endif
