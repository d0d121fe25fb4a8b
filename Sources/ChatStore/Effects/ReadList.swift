import ChatModel
import ChatWire
import Flux

/// Reads a ``LoadedList`` from the server.
struct ReadList<Item: Hashable & Sendable>: AsyncAction {
    let room: RoomName
    let read: @Sendable (RoomName) async throws -> [Item]

    /// One at a time for each kind of list: a new run cancels the previous one.
    struct Run: Hashable, Sendable {}

    var taskID: (any Hashable & Sendable)? { Run() }

    func execute(
        state: @escaping @MainActor @Sendable () -> AppState, dispatch: @escaping DispatchFunction
    ) async {
        do {
            dispatch(ListAction<Item>.came(room, try await read(room)))
        } catch {
            dispatch(ListAction<Item>.failed(room, AskServer.sentence(error)))
        }
    }
}

typealias ListPeople = ReadList<Person>
typealias ListLinks = ReadList<InviteLink>

extension ReadList where Item == Person {
    /// Whether the list is to be read: it is wanted, or somebody's place in the room has changed.
    static func isDue(before: AppState, after: AppState) -> Bool {
        guard let people = after.people else { return false }
        return people.isWanted(since: before.people)
            || newestChange(in: people.room, before) != newestChange(in: people.room, after)
    }

    private static func newestChange(in room: RoomName, _ state: AppState) -> Seq? {
        state.chat.conversations[room]?.timeline.changes.last { event in
            if case .membership = event.content { true } else { false }
        }?.seq
    }
}

extension ReadList where Item == InviteLink {
    /// Whether the list is to be read: it is wanted, the server has answered a change of a link, or
    /// a change has arrived. The store does not see every state of the client: it may see no change
    /// wait.
    static func isDue(before: AppState, after: AppState) -> Bool {
        guard let links = after.links else { return false }
        if links.isWanted(since: before.links) { return true }
        let newest = after.chat.conversations[links.room]?.timeline.newestLink
        if before.chat.conversations[links.room]?.timeline.newestLink != newest { return true }
        let waiting = Set(after.chat.linkChanges(in: links.room))
        return !waiting.isSuperset(of: before.chat.linkChanges(in: links.room))
    }
}
