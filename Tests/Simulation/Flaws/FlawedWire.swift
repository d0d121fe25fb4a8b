import ChatWire

/// The frames between the server's rules and its sockets. A planted bug changes them.
struct FlawedWire {
    let bug: PlantedBug?

    /// What reaches the server's rules.
    func incoming(_ frame: ClientFrame) -> ClientFrame {
        guard bug == .recoveryOffByOne, case .history(let room, .after(let seq), let limit) = frame.request else {
            return frame
        }
        return ClientFrame(ref: frame.ref, request: .history(room: room, anchor: .after(seq + 1), limit: limit))
    }

    /// What goes out on a link.
    func outgoing(_ outputs: [ServerFrame], on link: LinkID) -> [ServerFrame] {
        switch bug {
        case .pageTruncated: outputs.map(truncated)
        case .slowReaderSkipped: outputs.enumerated().filter { $0 < 4 || !$1.isEvent }.map(\.element)
        case .swapped: swapped(outputs)
        case .refusalSwallowed: outputs.filter { !$0.isRefusal }
        case .bufferShared: sharingBuffers(outputs)
        case .idsMadeOnDelivery: outputs.map { renamed($0, link) }
        case .deliverySkipped: outputs.filter { $0.event.map { $0.seq.number % 8 != 7 } ?? true }
        case .headCached: outputs.map(behind)
        case .ownLogSwallowed: outputs.filter { link % 2 == 0 || !$0.isOfOwnLog }
        default: outputs
        }
    }

    private func sharingBuffers(_ outputs: [ServerFrame]) -> [ServerFrame] {
        var outputs = outputs
        for position in outputs.indices.dropFirst() {
            guard case .event(let room, let epoch, var event) = outputs[position],
                let before = outputs[position - 1].event
            else { continue }
            event.content = before.content
            outputs[position] = .event(room: room, epoch: epoch, event)
        }
        return outputs
    }

    private func renamed(_ output: ServerFrame, _ link: LinkID) -> ServerFrame {
        guard case .event(let room, let epoch, var event) = output else { return output }
        event.id.low ^= UInt64(link)
        return .event(room: room, epoch: epoch, event)
    }

    private func behind(_ output: ServerFrame) -> ServerFrame {
        guard case .joined(let ref, var joined) = output, !joined.reset else { return output }
        joined.head = joined.head - 2
        return .joined(ref: ref, joined)
    }

    private func truncated(_ output: ServerFrame) -> ServerFrame {
        guard case .page(let ref, let room, let epoch, let head, let events) = output else { return output }
        return .page(ref: ref, room: room, epoch: epoch, head: head, events: events.suffix(10))
    }

    private func swapped(_ outputs: [ServerFrame]) -> [ServerFrame] {
        var outputs = outputs
        for position in outputs.indices.dropFirst() where outputs[position].isEvent && outputs[position - 1].isEvent {
            outputs.swapAt(position - 1, position)
            break
        }
        return outputs
    }
}

extension ServerFrame {
    var event: Event? { if case .event(_, _, let event) = self { event } else { nil } }
    fileprivate var isEvent: Bool { event != nil }
    fileprivate var isOfOwnLog: Bool { if case .event(let room, _, _) = self { room.isOwnLog } else { false } }
    fileprivate var isRefusal: Bool { if case .error = self { true } else { false } }
}
