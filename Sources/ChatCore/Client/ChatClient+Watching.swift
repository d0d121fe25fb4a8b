// Listeners, and the windows that they open on timelines.
extension ChatClient {
    /// Adds a listener, which gets the current state at once.
    func listen<Value>(_ join: (inout Listeners, Chat) -> Value) throws(StorageError) -> Value {
        join(&listeners, try opened().chat)
    }

    /// Streams a room's timeline. Its window is open while anybody listens.
    func watch(_ room: RoomName) throws(StorageError) -> AsyncStream<ConversationState> {
        let chat = try opened().chat
        let isFollowing = chat.conversations[room]?.timeline.isFollowing ?? true
        try? handle(.show(room, .following(isFollowing)))
        return listeners.watch(room, try opened().chat) { [weak self] in
            // Ends by itself right after the call.
            Task { await self?.unwatched(room) }
        }
    }

    private func unwatched(_ room: RoomName) {
        if listeners.unwatch(room), !isShutDown { try? handle(.show(room, .closed)) }
    }

    /// Opens the windows of rooms that listeners were waiting for.
    func openWindows() {
        for room in listeners.opening(engine?.chat.conversations ?? [:]) {
            try? handle(.show(room, .following(true)))
        }
    }
}
