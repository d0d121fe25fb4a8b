import ChatModel
import ChatWire
import Flux
import Foundation

/// A command to a client.
enum ClientCommand: Hashable, Sendable {
    case input(Input)
    case files(OutgoingFiles, RoomName)
    /// Sets the user's picture.
    case picture(OutgoingFile)
    /// A question of a moderator. With a ticket it is asked when that change is in the log, and not
    /// at all if the change fails.
    case question(ModerationQuestion, after: Ticket?)
}

extension ClientCommand {
    /// The action that says that the client does not get what the user has sent or asked; `nil` for
    /// a command that says nothing new when it comes later, or not at all.
    func refusal(of account: AccountID, because reason: String) -> (any Action)? {
        switch self {
        case .input(let input):
            switch input {
            case .perform, .report: ChatAction.notKept(account, input, reason)
            default: nil
            }
        case .files(let files, let room): ChatAction.filesRefused(account, files, room, reason)
        case .picture: ChatAction.pictureRefused(account, reason)
        case .question(let question, _):
            ReportAction.answered(account, question, .failure(WireError(.notConnected, reason)))
        }
    }

    /// Whether it has files, which are deleted when it is refused.
    var hasFiles: Bool {
        switch self {
        case .input, .question: false
        case .files(let sent, _): !sent.files.isEmpty
        case .picture: true
        }
    }

    /// Deletes the app's own copies of the files of a command that the client does not get.
    func removeFiles() {
        switch self {
        case .input, .question: break
        case .files(let sent, _): for file in sent.files { try? FileManager.default.removeItem(at: file.url) }
        case .picture(let file): try? FileManager.default.removeItem(at: file.url)
        }
    }
}
