#if canImport(SwiftUI)
    import ChatModel
    import ChatStore
    import ChatUI
    import ChatWire
    import SwiftUI

    /// The list of rooms of a world.
    struct ListPreview: View {
        let world: PreviewWorld
        @State var selection: RoomName?
        @State var search: String = ""

        var body: some View {
            let state: ChatState = world.state(of: PreviewWorld.bob)
            let items: [ConversationItem] = state.conversations.values.map {
                (conversation: Conversation) -> ConversationItem in
                ConversationItem(conversation, reader: state.identity?.user)
            }
            return NavigationStack {
                ConversationList(
                    items: items, selection: $selection, search: $search,
                    notice: ConnectionNotice(state.connection, pending: state.waiting), markRead: { (_: RoomName) in },
                    leave: { (_: RoomName) in }, join: {}, settings: {}, remedy: { (_: ConnectionNotice.Remedy) in })
            }
        }
    }

    struct ConversationList_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                ListPreview(world: PreviewWorld.talk, selection: nil)
                ListPreview(world: PreviewWorld.talk, selection: nil)
                    .dynamicTypeSize(DynamicTypeSize.accessibility5)
                    .previewDisplayName("Largest type")
                ListPreview(world: PreviewWorld(names: []), selection: nil)
            }
        }
    }

    struct JoinSheet_Previews: PreviewProvider {
        static var previews: some View {
            JoinSheet(
                room: Binding<String>.constant("Two words"), problem: ServerForm.problem(ofRoom: "Two words"),
                canJoin: false,
                join: {}, cancel: {})
        }
    }

    struct FindRoomsSheet_Previews: PreviewProvider {
        static var previews: some View {
            Group {
                FindRoomsSheet(
                    rooms: [
                        DirectoryEntry(
                            room: RoomName.lobby, title: "Lobby", topic: "Say hello", people: 12, at: 1_795_223_116_490)
                    ], joined: [RoomName.lobby], search: Binding<String>.constant(""),
                    status: ListStatus(hasMore: true), more: {},
                    join: { (_: RoomName) in }, close: {})
                FindRoomsSheet(
                    rooms: [], search: Binding<String>.constant("tea"),
                    status: ListStatus(emptiness: "No open room matches."), more: {}, join: { (_: RoomName) in },
                    close: {}
                ).previewDisplayName("Nothing found")
                FindRoomsSheet(
                    rooms: [], search: Binding<String>.constant(""), status: ListStatus(isLoading: true), more: {},
                    join: { (_: RoomName) in }, close: {}
                ).previewDisplayName("Loading")
                FindRoomsSheet(
                    rooms: [], search: Binding<String>.constant(""),
                    status: ListStatus(failure: "The rooms can't be listed now. Try again when you are connected."),
                    more: {}, join: { (_: RoomName) in }, close: {}
                ).previewDisplayName("Not connected")
            }
        }
    }

    struct FindMessagesSheet_Previews: PreviewProvider {
        static var previews: some View {
            let world: PreviewWorld = PreviewWorld.talk
            let events: [Event] = world.state().conversations[world.room]?.timeline.events ?? []
            var finder: MessageFinder = MessageFinder(world.room)
            finder.type("the")
            if let question: MessageFinder.Question = finder.question {
                finder.take(HitsPage(messages: events, next: nil), of: question)
            }
            let hits: [MessageHit] = events.compactMap { [finder] (event: Event) in MessageHit(event, in: finder) }
            return Group {
                FindMessagesSheet(
                    hits: hits, search: Binding<String>.constant("the"), status: ListStatus(hasMore: true), more: {},
                    show: { (_: Seq) in }, close: {})
                FindMessagesSheet(
                    hits: [], search: Binding<String>.constant("tea"),
                    status: ListStatus(emptiness: "No message matches."), more: {}, show: { (_: Seq) in }, close: {}
                ).previewDisplayName("Nothing found")
            }
        }
    }

    struct MembersSheet_Previews: PreviewProvider {
        static var previews: some View {
            let world: PreviewWorld = PreviewWorld(names: ["ann", "bob", "cleo", "dan"])
            let state: ChatState = world.state()
            let presence: Presence = state.conversations[world.room]?.presence ?? Presence()
            return Group {
                MembersSheet(
                    content: MembersContent(
                        title: world.room.text,
                        people: PeopleList([], presence: presence, state.access[world.room], at: DateFormatting.now)),
                    actions: MembersSheet.Actions()
                ).previewDisplayName("An open room")
                MembersSheet(content: PreviewPeople.group, actions: MembersSheet.Actions())
                    .previewDisplayName("A group")
                MembersSheet(content: PreviewPeople.group, actions: MembersSheet.Actions())
                    .dynamicTypeSize(DynamicTypeSize.accessibility5)
                    .previewDisplayName("A group, largest type")
            }
        }
    }

    struct ConnectionBanner_Previews: PreviewProvider {
        static var previews: some View {
            let state: ChatState = PreviewWorld.offline.state()
            return ConnectionBanner(
                notice: ConnectionNotice(state.connection, pending: state.waiting),
                act: { (_: ConnectionNotice.Remedy) in })
        }
    }
#endif
