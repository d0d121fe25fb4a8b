import ChatModel
import ChatRooms
import ChatTesting
import ChatWire

/// The server's end of the world: when it runs, and when its outputs leave.
extension World {
    mutating func boot() {
        guard site.server == nil else { return }
        site.boot(seed: random.next())
        note(.booted(site.store.epoch))
    }

    mutating func connected(_ link: LinkID) {
        guard site.server != nil else { return network.close(link, by: .server, nil, at: clock.milliseconds) }
        site.at(clock) { _ in }
        site.connect(link)
        soundAt[link] = clock.milliseconds
        serverDid()
    }

    mutating func reached(_ link: LinkID, _ frame: ClientFrame) {
        guard site.knows(link) else { return }
        note(.reached(link, frame))
        site.at(clock) { _ in }
        site.receive(serverWire.incoming(frame), from: link)
        serverDid()
    }

    mutating func hungUp(_ link: LinkID) {
        guard site.knows(link) else { return }
        note(.ended(link, nil))
        site.disconnect(link)
        serverDid()
    }

    mutating func commit() {
        isCommitting = false
        site.at(clock) { $0.commit() }
        serverDid()
    }

    mutating func read() {
        isReading = false
        site.at(clock) { $0.readHistory() }
        serverDid()
    }

    /// Each second: presence is told, and connections through which nothing comes any more are given up, as a server does when its
    /// pings are not answered.
    mutating func tick() {
        agenda.add(.tick, at: clock.milliseconds + 1_000)
        site.at(clock) { $0.tick() }
        for link in site.links {
            if network.isSound(link) { soundAt[link] = clock.milliseconds }
            guard clock.milliseconds - (soundAt[link] ?? 0) > Limits.pingInterval + Limits.pongDeadline else {
                continue
            }
            note(.ended(link, .pingUnanswered))
            site.disconnect(link)
            network.close(link, by: .server, .pingUnanswered, at: clock.milliseconds)
        }
        serverDid()
    }

    /// The server's process ends, whatever it was doing; another one starts a little later.
    mutating func crash() {
        guard site.server != nil else { return }
        for link in site.links { note(.ended(link, nil)) }
        note(.crashed)
        site.crash()
        network.cutAll(at: clock.milliseconds)
        agenda.add(.boot, at: soon(1_000))
    }

    /// What the server has to say leaves as far as the clients take it; what waits for the disk is put in the agenda; and when the disk
    /// has failed the process ends.
    mutating func serverDid() {
        if let failure = site.store.takeFailure() {
            note(.diskFailed(failure.doubtful.map(\.event.id), heads: failure.heads))
            if bug == .toldBeforeCommit { tell(failure.doubtful) }
        }
        for link in site.links { pump(link) }
        guard site.server?.failure == nil else { return crash() }
        if site.server?.hasToCommit == true, !isCommitting {
            isCommitting = true
            agenda.add(.commit, at: clock.milliseconds + Int64.random(in: plan.commit, using: &random))
        }
        if site.server?.hasToRead == true, !isReading {
            isReading = true
            agenda.add(.read, at: clock.milliseconds + Int64.random(in: plan.read, using: &random))
        }
    }

    /// Everyone hears of events that are not committed.
    private mutating func tell(_ doubtful: [FlawedStore.Doubtful]) {
        for link in site.links {
            for (room, event) in doubtful {
                network.send(.event(room: room, epoch: site.store.epoch, event), on: link, at: clock.milliseconds)
            }
        }
    }

    /// Lets out what the link's window has room for.
    mutating func pump(_ link: LinkID) {
        let room = (isStormy ? plan.window : 64) - network.undelivered(on: link)
        guard room > 0 else { return }
        for output in serverWire.outgoing(site.take(from: link, count: room), on: link) {
            switch output {
            case .frame(let frame):
                note(.answered(link, frame))
                network.send(frame, on: link, at: clock.milliseconds)
            case .close(let code):
                note(.ended(link, code))
                network.close(link, by: .server, code, at: clock.milliseconds)
            }
        }
    }
}
