import ChatCore
import ChatTerminal
import Foundation

/// Asks the server what the screen shows in lists.
struct ServerQuestions: Sendable {
    let client: ChatClient
    let address: ServerAddress

    func reply(to question: Question) async -> Reply {
        do { return try await ask(question) } catch let error as WireError { return .failed(error) } catch {
            return .failed(WireError(.notKept, ChatSession.sentence(error)))
        }
    }

    private func ask(_ question: Question) async throws -> Reply {
        switch question {
        case .people(let room, let named, _):
            return .people(
                try await first(client.people(of: room), where: { Question.isNamed($0.author.name, in: named) }))
        case .blocked(let users, let rooms, _): return .people(try await people(users, in: rooms))
        case .members(let room): return .people(try await first(client.people(of: room)))
        case .link(let code, let change):
            try await perform(.link(change), in: code.room)
            return .link(address.link(with: code))
        case .links(let room): return .links(try await client.links(of: room))
        case .moderation(let question): return .moderation(try await client.ask(question))
        case .deletion(let deletion, let room, let question):
            try await perform(deletion, in: room)
            return .moderation(try await client.ask(question))
        case .actions(let room): return .actions(try await first(client.actions(in: room)))
        case .firstMessage(let room, _, let at):
            let start = Date(timeIntervalSince1970: Double(at) / 1_000)
            return .firstMessage(try await client.firstMessage(in: room, since: start))
        case .directory(let words): return .directory(try await first(client.directory(matching: words)))
        case .search(let room, let words): return try await search(room, words)
        case .preview(let text, let seq, let room):
            return .preview(try await client.preview(ofLinkIn: text, of: seq, in: room))
        }
    }

    /// Without a connection it searches this device.
    private func search(_ room: RoomName, _ words: String) async throws -> Reply {
        do {
            return .hits(try await first(client.messages(matching: words, in: room)), areLocal: false)
        } catch let error as WireError where error.code == .notConnected {
            return .hits(try await client.search(words, in: room).map { $0.event }, areLocal: true)
        }
    }

    /// Waits until the server has made the change.
    private func perform(_ mutation: Mutation, in room: RoomName) async throws {
        let sending = try await client.accept(mutation, in: room)
        if case .failed(let error) = try await sending.settled() { throw error }
    }

    /// Those of the users who have a place in one of the rooms, each once. It reads no more pages
    /// than a large group has.
    private func people(_ users: Set<UserID>, in rooms: [RoomName]) async throws -> [Person] {
        var (missing, people, pages): (Set<UserID>, [Person], UInt64) = (users, [], 0)
        for room in rooms {
            for try await page in client.people(of: room) {
                people += page.filter { missing.remove($0.author.user) != nil }
                pages += 1
                if missing.isEmpty || pages >= Limits.groupPeople / UInt64(Limits.peoplePage) { return people }
            }
        }
        return people
    }

    /// The entries of all pages, no more than a list shows. It reads no more of them than a group
    /// has people.
    private func first<Entry, Place>(
        _ pages: Pages<Entry, Place>, where isWanted: (Entry) -> Bool = { _ in true }
    ) async throws -> [Entry] {
        var (entries, count): ([Entry], UInt64) = ([], 0)
        for try await page in pages {
            entries += page.filter(isWanted)
            count += UInt64(page.count)
            if entries.count >= Limits.terminalList { return Array(entries.prefix(Limits.terminalList)) }
            if count >= Limits.groupPeople { break }
        }
        return entries
    }
}
