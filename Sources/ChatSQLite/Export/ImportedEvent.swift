import ChatRooms
import ChatSQL
import ChatWire
import GRDB

/// Translates an exported event to this log's numbers.
struct ImportedEvent {
    /// Why a line can't be imported.
    struct Refusal: Error {
        let sentence: String
    }

    /// A newer Martlet wrote it.
    struct UnknownKind: Error {
        let kind: String
    }

    /// - Parameter seq: Its number in this log.
    static func content(of event: Event, at seq: Seq, in room: ImportedRoom) throws -> Event.Content {
        func target(_ number: Seq) throws -> Seq {
            guard number < event.seq, let position = room.position(of: number) else {
                throw Refusal(sentence: "it is about event \(number), which does not come before it")
            }
            return position
        }
        switch event.content {
        case .message(let message):
            guard message.text.utf8.count <= Limits.textBytes,
                (message.payload?.type.utf8.count ?? 0) <= Limits.payloadTypeBytes,
                (message.payload?.data.utf8.count ?? 0) <= Limits.textBytes
            else { throw Refusal(sentence: "its text is too long") }
            return .message(
                Message(
                    text: message.text, reply: try message.reply.map(target), payload: message.payload,
                    attachment: message.attachment))
        case .deleted(let by):
            // The deletion follows later, and then sets its real number.
            guard by >= event.seq else { throw Refusal(sentence: "it was deleted before it was sent") }
            let sum = seq + (by - event.seq)
            guard sum <= EventKey.last else { throw Refusal(sentence: "its numbers are too large") }
            return .deleted(by: sum)
        case .edit(let of, let text, let payload):
            guard text.utf8.count <= Limits.textBytes, (payload?.data.utf8.count ?? 0) <= Limits.textBytes
            else { throw Refusal(sentence: "its text is too long") }
            return .edit(of: try target(of), text: text, payload: payload)
        case .deletion(let of, let reason):
            if let error = reason.flatMap({ Mutation.fault(ofReason: $0) }) {
                throw Refusal(sentence: "it is not allowed: \(error.text)")
            }
            return .deletion(of: try target(of), reason: reason)
        case .reaction(let of, let emoji, let on):
            guard emoji.utf8.count <= Limits.emojiBytes else { throw Refusal(sentence: "its emoji is too long") }
            return .reaction(of: try target(of), emoji: emoji, on: on)
        case .unreaction(let of, let emoji, let user):
            guard emoji.utf8.count <= Limits.emojiBytes else { throw Refusal(sentence: "its emoji is too long") }
            return .unreaction(of: try target(of), emoji: emoji, user: user)
        case .link(let change): return .link(change)
        case .pin(let of, let on): return .pin(of: try target(of), on: on)
        case .settings(let change):
            if let error = change.check() { throw Refusal(sentence: "its settings are not allowed: \(error.text)") }
            return .settings(change)
        case .membership(let change):
            if let error = change.check() { throw Refusal(sentence: "it is not allowed: \(error.text)") }
            return .membership(change)
        case .choice(let change):
            if let error = change.check() { throw Refusal(sentence: "it is not allowed: \(error.text)") }
            return .choice(change)
        case .block: return event.content
        case .profile(let change):
            if let error = change.check() { throw Refusal(sentence: "it is not allowed: \(error.text)") }
            return .profile(change)
        case .damaged: return .damaged
        case .unknown(let kind): throw UnknownKind(kind: kind)
        }
    }
}
