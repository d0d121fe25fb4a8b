import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Flux
import Foundation

/// The app's side of a ``ChatStore/ShareFolder``: sends what the user has shared from other apps,
/// and tells the share extension the rooms.
@MainActor
final class SharedMessages {
    private let folder: ShareFolder
    private let effects: ChatEffects
    private let outgoing: OutgoingFolder
    private let take: Taking
    /// The run that sends the waiting messages.
    private var sending: Task<Bool, Never>?
    /// The rooms that are not written yet.
    private var places: (all: SharePlaces, unknown: Set<AccountID>)?
    /// The run that writes them.
    private var keeping: Task<Void, Never>?
    private var accounts: [AccountID]?

    /// Prepares a copy of a file for sending.
    typealias Taking = @Sendable (URL) async throws -> PickedFile

    /// - Parameters:
    ///   - outgoing: Where copies of files are prepared for sending.
    ///   - take: Prepares them there.
    init(_ folder: ShareFolder, effects: ChatEffects, outgoing: OutgoingFolder, take: Taking? = nil) {
        (self.folder, self.effects, self.outgoing) = (folder, effects, outgoing)
        self.take = take ?? { try await outgoing.take($0) }
    }

    /// Writes the rooms again when an account was added or removed. That also deletes what was
    /// shared with a removed account.
    func follow(_ state: AppState) {
        if state.awaitsStorage { return }
        let now = state.accounts.all.map(\.id)
        if let accounts, accounts != now { note(state) }
        accounts = now
    }

    /// Writes the rooms for the extension, off the main actor. Of several calls, the last one
    /// counts.
    func note(_ state: AppState) {
        // An account that is not known yet is not gone.
        if state.awaitsStorage { return }
        // A client that is not open yet, or can't be opened, tells no rooms.
        let unknown = Set(state.accounts.all.map(\.id).filter { state.waiting(of: $0) == nil })
        places = (SharePlaces(state, at: state.serverTime), unknown)
        if keeping != nil { return }
        // Ends when the newest rooms are written.
        keeping = Task {
            while let next = places {
                places = nil
                // If the disk refuses them, the extension offers the rooms that it had.
                try? await folder.keep(next.all, unknown: next.unknown)
            }
            keeping = nil
        }
    }

    /// Returns when the rooms are written.
    func finish() async { await keeping?.value }

    /// Gives the clients the messages that wait, and returns when they have them. A message that a
    /// client does not take now waits for the next call. All wait while the accounts are not known.
    ///
    /// - Returns: Whether none waits any more.
    @discardableResult
    func send(in store: Store<AppState>) async -> Bool {
        if store.state.awaitsStorage { return false }
        // A run that has begun may have read the folder before the newest message was there.
        while let sending { _ = await sending.value }
        let run = Task {
            var isDone = true
            for waiting in await folder.waiting() {
                if await deliver(waiting, store) { await folder.remove(waiting.id) } else { isDone = false }
            }
            sending = nil
            return isDone
        }
        sending = run
        return await run.value
    }

    /// - Returns: Whether the message is done with: its client has stored it, or it can't be sent.
    private func deliver(_ waiting: ShareFolder.Waiting, _ store: Store<AppState>) async -> Bool {
        let (message, place, tickets) = (waiting.message, waiting.message.place, waiting.tickets)
        guard let session = await effects.session(of: place.account, in: store) else {
            return !store.state.accounts.all.contains { $0.id == place.account }
        }
        var files: [PickedFile] = []
        defer { for file in files { outgoing.remove(file.id) } }
        do {
            // Not 0 if a process ended before it could remove what its client had accepted.
            let accepted = try await session.accepted(of: tickets)
            if accepted == tickets.count { return true }
            for url in waiting.files.dropFirst(accepted) {
                let file = try await take(url)
                files.append(file)
                if let problem = file.problem() { throw WireError(.file, problem) }
            }
            let rest = OutgoingFiles(files.map(OutgoingFile.init), text: accepted == 0 ? message.text : nil)
            try await session.send(rest, to: place.room, as: Array(tickets.dropFirst(accepted)))
            return true
        } catch {
            // A text alone was checked before it was handed over.
            if waiting.files.isEmpty || SharedTrouble.mayPass(error) { return false }
            let refused = OutgoingFiles(waiting.files.map(OutgoingFile.init(shared:)), text: message.text)
            store.dispatch(
                action: ChatAction.filesRefused(place.account, refused, place.room, error.localizedDescription))
            return true
        }
    }
}

extension OutgoingFile {
    /// A file that is not sent, for the sentence that says so.
    fileprivate init(shared url: URL) {
        self.init(url: url, name: url.lastPathComponent, type: "application/octet-stream")
    }
}
