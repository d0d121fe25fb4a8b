import ChatCore

// The server's replies.
extension Interface {
    /// Takes the reply to ``Intent/ask(_:)``. Returns what it asks for.
    package mutating func take(_ reply: Reply, to question: Question, chat: Chat) -> [Intent] {
        switch (question, reply) {
        case (.people(_, _, let written), .people(let people)): return found(people, written, chat)
        case (.people, .failed(let error)): return giveBack(.ask(question), because: error.text)
        case (.blocked(_, _, let written), .people(let people)): return foundBlocked(people, written, chat)
        case (.blocked(_, _, .some), .failed(let error)): return giveBack(.ask(question), because: error.text)
        case (.members(let room), .people(let people)): show(people, of: room, chat)
        case (.link(let code, let change), .link(let link)): show(link, change, to: code.room, chat)
        case (.links(let room), .links(let links)):
            fill(
                .links(room), links.flatMap { lines(of: $0, room, chat) },
                empty: localized("This group has no invite link."))
        case (.moderation(let question), .moderation(let answer)):
            return take(.success(answer), to: question, chat)
        case (.deletion(_, _, let question), .moderation(let answer)):
            return take(.success(answer), to: question, chat)
        case (.moderation(let question), .failed(let error)), (.deletion(_, _, let question), .failed(let error)):
            return take(.failure(error), to: question, chat)
        case (.actions(let room), .actions(let actions)):
            fill(
                .actions(room), actions.map { line(of: $0, in: room) },
                empty: localized("Moderators have done nothing here."))
        case (.directory(let words), .directory(let rooms)):
            fill(.directory(words), rooms.map { line(of: $0, chat) }, empty: localized("There is no such room."))
        case (.search(let room, let words), .hits(let hits, let areLocal)):
            show(hits.filter { !chat.blocked.contains($0.author.user) }, areLocal: areLocal, words, room)
        case (.firstMessage(let room, let day, _), .firstMessage(let seq)):
            return arrive(at: seq, in: room, since: day, chat)
        case (.preview(let text, let seq, let room), .preview(let preview)):
            fill(.preview(room, seq: seq), lines(of: preview, in: text), empty: "")
        case (_, .failed(let error)):
            complain(error.text)
            if let subject = question.subject, panel?.subject == subject { panel = nil }
        default: break
        }
        return []
    }

    mutating func fill(_ subject: Panel.Subject, _ lines: [Panel.Line], empty: String) {
        if panel?.subject == subject { panel?.fill(lines, empty: empty) }
    }
}

extension Question {
    /// The list that shows nothing without the reply.
    fileprivate var subject: Panel.Subject? {
        switch self {
        case .links(let room): .links(room)
        case .link(let code, _): .newLink(code.room)
        case .actions(let room): .actions(room)
        case .directory(let words): .directory(words)
        case .search(let room, let words): .search(room, words)
        case .preview(_, let seq, let room): .preview(room, seq: seq)
        case .people, .blocked, .members, .moderation, .deletion, .firstMessage: nil
        }
    }
}
