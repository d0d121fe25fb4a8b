import ChatRooms
import ChatWire

/// What becomes of messages that the operator's filter list finds.
extension Checker {
    /// INV58: a message that the filter list holds is in the log once if a moderator has published
    /// it, and never if nobody has. What the list refuses is never there.
    func heldMessages() -> Violation? {
        let (published, decisions) = decisionsAboutHeld()
        for rooms in history.logs.values {
            for (room, log) in rooms {
                for event in log {
                    guard let text = event.filteredText else { continue }
                    if !published.contains(text) || event.idempotencyKey != nil {
                        return Violation(.heldMessages, "“\(text)” is \(room.text) \(event.seq); nobody published it.")
                    }
                }
            }
        }
        for decision in decisions {
            let count = (history.logs[decision.epoch] ?? [:]).values.joined().count { $0.filteredText == decision.text }
            if count != (decision.verdict == .publish ? 1 : 0) {
                let text = "“\(decision.text)” is \(count) times in the log after \(decision.verdict)."
                return Violation(.heldMessages, text, [decision.index])
            }
        }
        return nil
    }

    /// A decision that the server has confirmed.
    private struct ConfirmedDecision {
        var index: Int
        var epoch: Epoch
        var text: String
        var verdict: HeldDecision.Verdict
    }

    /// The texts that somebody wanted to publish, and all decisions that were made.
    private func decisionsAboutHeld() -> (published: Set<String>, made: [ConfirmedDecision]) {
        /// By their places in the queue.
        var texts: [Epoch: [UInt64: String]] = [:]
        var asks: [LinkID: [UInt64: (text: String, verdict: HeldDecision.Verdict)]] = [:]
        var published: Set<String> = []
        var made: [ConfirmedDecision] = []
        for (index, entry) in history.entries.enumerated() {
            guard let epoch = epochAt[index] else { continue }
            switch entry.what {
            case .answered(_, .held(_, _, let messages, _)):
                for message in messages { texts[epoch, default: [:]][message.number] = message.text }
            case .reached(let link, let frame):
                guard case .decide(_, let place, let decision) = frame.request, let text = texts[epoch]?[place] else {
                    continue
                }
                asks[link, default: [:]][frame.ref] = (text, decision.verdict)
                if decision.verdict == .publish { published.insert(text) }
            case .answered(let link, .ok(let ref)):
                guard let (text, verdict) = asks[link]?[ref] else { continue }
                made.append(ConfirmedDecision(index: index, epoch: epoch, text: text, verdict: verdict))
            default: break
            }
        }
        return (published, made)
    }
}

extension Event {
    /// The text of a message that has a word of the filter list.
    fileprivate var filteredText: String? {
        guard case .message(let message) = content,
            [FilterPlan.heldWord, FilterPlan.refusedWord].contains(where: message.text.contains)
        else { return nil }
        return message.text
    }
}
