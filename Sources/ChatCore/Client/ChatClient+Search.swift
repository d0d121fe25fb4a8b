// Messages by their words.
extension ChatClient {
    /// The messages of a joined room that have all these words, the newest first, in pages of at
    /// most ``ChatWire/Limits/searchPage``. The whole log of the room is searched, as far as the
    /// user may read it.
    ///
    /// A message is found by its text as it is now, and by the name of its file. Deleted messages
    /// are not found. Pass a message's number to ``ChatModel/Timeline/View/around(_:)`` to show it.
    ///
    /// The server looks through the log while pages are asked for, so rare words take a request for
    /// each 1,000 events or less. Stop iterating to stop the search. Iterating throws a
    /// ``ChatWire/WireError``: 101 (`badRequest`) for words that can't be searched for, 131
    /// (`notJoined`) or why the server refuses the room, 292 (`notConnected`) without a connection
    /// or while the room is being joined. ``search(_:in:)`` searches this device without a
    /// connection.
    ///
    /// - Parameter words: Each must begin a word of the message, in upper or lower case; at most
    ///   ``ChatWire/Limits/searchBytes`` bytes, of which the first ``ChatWire/Limits/searchWords``
    ///   words count.
    public nonisolated func messages(matching words: String, in room: RoomName) -> MessagePages {
        MessagePages { [self] before in
            let page = try await patientHits(of: words, in: room, before: before)
            return (page.messages, page.next)
        } isForward: {
            $1 < $0
        }
    }

    /// Waits while the server refuses because it is asked too often.
    private func patientHits(of words: String, in room: RoomName, before: Seq?) async throws -> HitsPage {
        while true {
            do { return try await hits(of: words, in: room, before: before) } catch let error as WireError
                where error.code == .rateLimited || error.code == .overloaded
            {
                try Task.checkCancellation()
                let advice = error.retry ?? 1_000
                try await clock.sleep(
                    milliseconds: Backoff.delay(failures: 0, advice: advice, random: .random(in: .min ... .max)))
            }
        }
    }

    /// One page of a search: the newest messages that match, or those before an event. It may be
    /// empty where others follow.
    ///
    /// - Throws: What iterating ``messages(matching:in:)`` throws.
    public func hits(of words: String, in room: RoomName, before: Seq? = nil) async throws -> HitsPage {
        if let error = SearchRule.checkWords(words) { throw error.translated }
        guard case .hits(let page) = try await inquire(.search(room, words: words, before: before)) else {
            return HitsPage(messages: [], next: nil)
        }
        return page
    }
}
