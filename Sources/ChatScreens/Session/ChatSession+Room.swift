import ChatModel
import ChatStore
import ChatUI
import ChatWire
import Foundation

/// What the user does in a room, as actions of the store.
extension ChatSession {
    /// What a message's action leaves to the system.
    enum Errand: Hashable {
        /// Copy this text to the clipboard.
        case copy(String)
        /// Open a link, or a place in Maps.
        case open(URL)
        /// Say that the report was accepted, or why not.
        case confirm(ReportReceipt)
    }

    /// Makes a change in a room.
    func perform(_ mutation: Mutation, in room: RoomName) {
        store.dispatch(action: RoomAction.performed(mutation, room, Ticket.random()))
    }

    /// What is being written in a room. Its text is the room's draft, wherever that was changed.
    ///
    /// - Parameter edit: The edit that the room's view keeps; `nil` if there is none.
    func composition(in place: Compositions.Place, edit: Composition? = nil) -> Composition {
        compositions.composition(in: place, draft: draft(in: place), edit: edit)
    }

    /// Keeps what is being written in a room, whether or not the room is on the screen.
    func write(_ composition: Composition, in place: Compositions.Place) {
        compositions.note(composition, in: place)
        // The views of an account that is left hear of the next one's drafts, too.
        guard place.account == store.state.accounts.currentID?.text, composition.draft != draft(in: place) else {
            return
        }
        store.dispatch(action: RoomAction.written(place.room, composition.draft))
    }

    private func draft(in place: Compositions.Place) -> String? {
        AccountID(place.account).flatMap { store.state.drafts[$0, place.room] }
    }

    /// Sends what is written, each file with a message of its own.
    func send(_ said: Composition.Said, in room: RoomName) {
        switch said {
        case .change(let mutation): perform(mutation, in: room)
        case .files(let files, let text, let reply):
            let outgoing = OutgoingFiles(files.map(OutgoingFile.init), text: text, reply: reply)
            store.dispatch(action: RoomAction.filesSent(outgoing, room))
        }
    }

    /// Performs an action on a message, and returns what the system has to do for it.
    func perform(_ action: BubbleAction, in room: RoomName, _ composition: inout Composition) -> Errand? {
        switch action {
        case .reply(let seq, let author, let text): composition.reply(to: seq, author: author, text: text)
        case .edit(let seq, let text, let file): composition.edit(seq, text: text, file: file)
        case .copy(let text): return .copy(text)
        case .open(let url): return .open(url)
        case .report(let seq, let reason):
            let receipt = ReportReceipt(isAccepted: store.state.chat.canReport)
            store.dispatch(action: RoomAction.reported(Report(reason), seq, room))
            return .confirm(receipt)
        case .retry(let ticket): store.dispatch(action: RoomAction.retried(ticket))
        case .drop(let ticket), .hide(let ticket): store.dispatch(action: RoomAction.dropped(ticket))
        case .view(let file): store.dispatch(action: FileAction.viewed(file))
        case .show(let seq): store.dispatch(action: NavigationAction.messageWanted(seq))
        case .change(let mutation): perform(mutation, in: room)
        case .reveal, .sanction, .delete, .chooseDay: break  // The screen does these itself.
        }
        return nil
    }

    /// Sends the user's location, or says in the composer why it is not known.
    func sendLocation(to room: RoomName, failed: @escaping @MainActor (String) -> Void) {
        location? { [weak self] result in
            switch result {
            case .success(let location): self?.perform(location.message(), in: room)
            case .failure(let trouble): failed(trouble.sentence)
            }
        }
    }
}

extension OutgoingFile {
    /// The file with what is known of it.
    init(_ file: PickedFile) {
        self.init(
            url: file.url, name: file.name, type: file.type, dimensions: file.dimensions, voice: file.voice,
            thumbnail: file.thumbnail)
    }
}
