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

    /// Sends what is written, each file with a message of its own.
    func send(_ composition: inout Composition, in room: RoomName) {
        switch composition.send() {
        case .change(let mutation): perform(mutation, in: room)
        case .files(let files, let text, let reply):
            let outgoing = OutgoingFiles(files.map(OutgoingFile.init), text: text, reply: reply)
            store.dispatch(action: RoomAction.filesSent(outgoing, room))
        case nil: break
        }
    }

    /// Performs an action on a message, and returns what the system has to do for it.
    func perform(_ action: BubbleAction, in room: RoomName, _ composition: inout Composition) -> Errand? {
        switch action {
        case .reply(let seq, let author, let text): composition.reply(to: seq, author: author, text: text)
        case .edit(let seq, let text): composition.edit(seq, text: text)
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
    fileprivate init(_ file: PickedFile) {
        self.init(
            url: file.url, name: file.name, type: file.type, dimensions: file.dimensions, voice: file.voice,
            thumbnail: file.thumbnail)
    }
}
