import ChatModel
import ChatWire

// What the sheets take from effects and inputs.
extension PageClient {
    /// What the effects and the inputs tell the sheets, and what follows.
    func sheetsFollow(_ inputs: [Input], _ effects: [Effect]) -> [Input] {
        sheets == nil && decisionsAfter.isEmpty ? [] : openSheetsFollow(inputs, effects)
    }

    /// Not inlined: the page loads this function later than the one above.
    @inline(never)
    private func openSheetsFollow(_ inputs: [Input], _ effects: [Effect]) -> [Input] {
        var next: [Input] = []
        for effect in effects {
            switch effect {
            case .found(let ticket, let result):
                if let further = sheets?.found(ticket, result) { next.append(further) }
                if sheets?.hasNewLinks == true, let again = sheets?.askForLinks(ticket.next) { next.append(again) }
            case .moderation(let ticket, let result):
                if let further = sheets?.answered(ticket, result) { next.append(further) }
            case .settled(let ticket, let settlement): next += settled(ticket, settlement)
            default: break
            }
        }
        guard let room = sheets?.room else { return next }
        for case .received(.event(room, _, let event)) in inputs {
            switch event.content {
            case .membership(let change): sheets?.take(change, seq: event.seq, by: event.author)
            case .link where sheets?.kinds.contains(.links) == true:
                if let asked = sheets?.askForLinks(Ticket(event.id.low)) { next.append(asked) }
            default: break
            }
        }
        return next
    }

    private func settled(_ ticket: Ticket, _ settlement: Settlement) -> [Input] {
        let question = decisionsAfter.removeValue(forKey: ticket)
        switch settlement {
        case .sent:
            let wasAsked = sheets?.requested.remove(ticket) != nil
            if wasAsked, case .profile? = sheets?.kinds.last { sheets?.success = localized("Saved.") }
            guard let question else { return [] }
            return [sheets?.ask(question, ticket.next) ?? .ask(question, ticket.next)]
        case .failed(let error):
            if let question { sheets?.refused(question, error) }
            guard sheets?.requested.contains(ticket) == true else { return question == nil ? [] : [.drop(ticket)] }
            sheets?.says(error)
            return [.drop(ticket)]
        case .dropped:
            sheets?.requested.remove(ticket)
            return []
        }
    }

    /// Whether the sheet tells what this effect would: a change that was asked for there is
    /// refused.
    func isTold(_ effect: Effect) -> Bool {
        guard case .settled(let ticket, .failed) = effect else { return false }
        return sheets?.requested.contains(ticket) == true
    }
}
