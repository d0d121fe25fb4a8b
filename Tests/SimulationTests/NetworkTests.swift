import ChatTesting
import ChatWire
import Testing

@Suite struct NetworkTests {
    private func arrivals(_ network: inout FaultyNetwork) -> [FaultyNetwork.Arrival] {
        var arrivals: [FaultyNetwork.Arrival] = []
        while let (_, arrival) = network.take() { arrivals.append(arrival) }
        return arrivals
    }

    private func ping(_ ref: UInt64) -> ClientFrame { ClientFrame(ref: ref, request: .ping) }

    @Test(arguments: UInt64(1)...20)
    func `what is sent on one connection arrives in order`(seed: UInt64) {
        var network = FaultyNetwork(seed: seed)
        let link = network.connect(at: 0)
        for ref in 1...20 { network.send(ping(UInt64(ref)), on: link, at: Int64(ref)) }
        let refs = arrivals(&network).compactMap { if case .atServer(_, let frame) = $0 { frame.ref } else { nil } }
        #expect(refs == Array(1...20))
    }

    @Test(arguments: UInt64(1)...50)
    func `a cut lets a part through, nothing after it, and both ends hear of it`(seed: UInt64) {
        var network = FaultyNetwork(seed: seed)
        let link = network.connect(at: 0)
        for ref in 1...20 { network.send(ping(UInt64(ref)), on: link, at: 0) }
        network.cut(link, at: 5)
        network.send(ping(21), on: link, at: 6)
        let arrivals = arrivals(&network)
        let refs = arrivals.compactMap { if case .atServer(_, let frame) = $0 { frame.ref } else { nil } }
        #expect(refs == Array(1...20).prefix(refs.count).map { $0 })
        #expect(arrivals.contains(.closedAtServer(link)))
        #expect(arrivals.contains(.closedAtClient(link, nil)))
        #expect(network.openLinks.isEmpty)
    }

    @Test func `a connection that is deaf one way carries frames the other way, and nobody is told`() {
        var network = FaultyNetwork(seed: 1)
        let link = network.connect(at: 0)
        _ = arrivals(&network)
        network.deafen(link, .client)
        network.send(ping(1), on: link, at: 10)
        network.send(ServerFrame.pong(ref: 1, at: 0), on: link, at: 10)
        #expect(arrivals(&network) == [.atClient(link, .pong(ref: 1, at: 0))])
        #expect(!network.isSound(link))
    }

    @Test func `what a client sent before it gave up still arrives`() {
        var network = FaultyNetwork(seed: 1)
        let link = network.connect(at: 0)
        network.send(ping(1), on: link, at: 0)
        network.close(link, by: .client, .normal, at: 0)
        #expect(arrivals(&network).suffix(2) == [.atServer(link, ping(1)), .closedAtServer(link)])
    }
}
