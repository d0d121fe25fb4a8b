import ChatTesting
import ChatWire

/// What passes between the server's rules and its sockets; with a planted bug, not as it was meant.
struct FlawedWire {
    let bug: PlantedBug?

    /// What reaches the server's rules.
    func incoming(_ frame: ClientFrame) -> ClientFrame {
        guard bug == .recoveryOffByOne, case .history(let room, .after(let seq), let limit) = frame.request else {
            return frame
        }
        return ClientFrame(ref: frame.ref, request: .history(room: room, anchor: .after(seq + 1), limit: limit))
    }

    /// What goes out to a client.
    func outgoing(_ outputs: [InProcessServer.Output]) -> [InProcessServer.Output] {
        switch bug {
        case .pageTruncated: outputs.map(truncated)
        case .slowReaderSkipped: outputs.enumerated().filter { $0 < 4 || !$1.isEvent }.map(\.element)
        case .swapped: swapped(outputs)
        case .refusalSwallowed: outputs.filter { !$0.isRefusal }
        default: outputs
        }
    }

    private func truncated(_ output: InProcessServer.Output) -> InProcessServer.Output {
        guard case .frame(.page(let ref, let room, let epoch, let head, let events)) = output else { return output }
        return .frame(.page(ref: ref, room: room, epoch: epoch, head: head, events: events.suffix(10)))
    }

    private func swapped(_ outputs: [InProcessServer.Output]) -> [InProcessServer.Output] {
        var outputs = outputs
        for position in outputs.indices.dropFirst() where outputs[position].isEvent && outputs[position - 1].isEvent {
            outputs.swapAt(position - 1, position)
            break
        }
        return outputs
    }
}

extension InProcessServer.Output {
    fileprivate var isEvent: Bool { if case .frame(.event) = self { true } else { false } }
    fileprivate var isRefusal: Bool { if case .frame(.error) = self { true } else { false } }
}
