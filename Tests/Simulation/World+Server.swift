import ChatModel
import ChatRooms
import ChatTesting
import ChatWire
import NIOCore

/// The server's end of the world: what reaches its process, and what leaves it.
extension World {
    mutating func boot() {
        guard site.server == nil else { return }
        site.boot(seed: random.next(), at: clock)
        guard site.server != nil else { return agenda.add(.boot, at: soon(1_000)) }
        note(.booted(site.store.epoch))
        // An older backup may have other messages in their places.
        for phone in phones { phones[phone.id].heldMessages = [] }
    }

    mutating func connected(_ link: LinkID) {
        // A server that stops accepts no connections. One that it accepted just before is sent
        // away.
        guard let server = site.server, server.isReady, !server.isDraining || random.oneIn(4) else {
            return network.close(link, by: .server, nil, at: clock.milliseconds)
        }
        server.connect(link, .v1, window: window(of: link), at: clock)
    }

    mutating func reached(_ link: LinkID, _ frame: ClientFrame) {
        guard knows(link) else { return }
        note(.reached(link, frame))
        delivery.asked(frame, on: link)
        site.server?.receive(serverWire.incoming(frame), from: link, at: clock)
    }

    mutating func hungUp(_ link: LinkID) {
        guard knows(link) else { return }
        note(.ended(link, nil))
        site.server?.end(link, at: clock)
    }

    mutating func answerEnd(_ link: LinkID) {
        guard closing.remove(link) != nil else { return }
        site.server?.answerEnd(link, at: clock)
    }

    mutating func pong(_ link: LinkID) {
        if knows(link) { site.server?.pong(from: link, at: clock) }
    }

    /// Whether a link has a connection that neither end has closed.
    func knows(_ link: LinkID) -> Bool { site.knows(link) && !closing.contains(link) }

    /// Ends the server's process at once. Another one starts a little later.
    mutating func crash() {
        guard site.server != nil else { return }
        for link in site.links where !closing.contains(link) { note(.ended(link, nil)) }
        closing = []
        note(.crashed)
        site.crash(losingPower: plan.files != nil && random.oneIn(2))
        network.cutAll(at: clock.milliseconds)
        breakTransfers()
        if plan.files != nil { note(.filesAfterCrash(site.keptFiles(fileIDs))) }
        agenda.add(.boot, at: soon(1_000))
    }

    /// Passes on what the process has sent. If its disk has failed, it tells everyone, and ends.
    mutating func serverDid() {
        if let failure = site.store.takeFailure() {
            note(.diskFailed(failure.doubtful.map(\.event.id), heads: failure.heads))
            if bug == .toldBeforeCommit { tell(failure.doubtful) }
        }
        guard let server = site.server else { return }
        send(server.takeOutputs())
        if server.hasFailed { server.drain(at: clock) }
        if server.hasDrained || server.cantBegin || site.fileDisk.hasDied { crash() }
    }

    /// Frames that leave together on one link go through the planted bugs together.
    private mutating func send(_ outputs: [SimulatedServer.Output]) {
        var frames: [ServerFrame] = []
        var link: LinkID = 0
        for output in outputs {
            if case .said(let next, .frame(let frame)) = output, next == link || frames.isEmpty {
                link = next
                frames.append(frame)
                continue
            }
            send(frames, on: link)
            frames = []
            if case .said(let next, .frame(let frame)) = output {
                link = next
                frames.append(frame)
            } else {
                left(output)
            }
        }
        send(frames, on: link)
    }

    private mutating func send(_ frames: [ServerFrame], on link: LinkID) {
        guard !frames.isEmpty else { return }
        for (link, frame) in delivery.outgoing(serverWire.outgoing(frames, on: link), on: link) {
            send(frame, on: link)
        }
        site.server?.setWindow(of: link, window(of: link), at: clock)
    }

    private mutating func send(_ frame: ServerFrame, on link: LinkID) {
        note(.answered(link, frame))
        if NameSeeker.isLink(link) { return heard(frame, seekerOn: link) }
        if let stranger = Stranger.id(of: link) { return heard(frame, strangerOn: link, stranger) }
        if link < 0 { return note(.heard(link, Probe.id, frame)) }
        network.send(frame, on: link, at: clock.milliseconds)
    }

    private mutating func left(_ output: SimulatedServer.Output) {
        switch output {
        case .said(let link, .message(_, let text)): heard(text, guestOn: link)
        case .said(_, .notice), .said(_, .frame): break
        case .said(let link, .ping):
            // It is answered only if it and its answer get through.
            guard link < 0 || network.isSound(link) else { return }
            agenda.add(.pong(link), at: soon(20))
        case .said(let link, .close(let code)): close(link, code)
        case .said(let link, .garbled(let why)): note(.garbled(link, why))
        case .ended(let link): close(link, nil)
        case .appends(let appending):
            note(.appends(appending.largeRooms, undelivered: appending.undelivered))
        case .transferred(let number, let news): told(number, news)
        case .forgot(let files): note(.forgot(files))
        case .account(.made(let user, let name)): note(.accountMade(user, name: name))
        case .account(.closes(let user)): note(.accountCloses(user))
        case .answered(let number, let answer): answered(number, answer)
        }
    }

    private mutating func close(_ link: LinkID, _ code: CloseCode?) {
        guard knows(link) else { return }
        note(.ended(link, code))
        for frame in delivery.afterClose() { note(.answered(link, frame)) }
        delivery.ended(link)
        closing.insert(link)
        if link > 0 { network.close(link, by: .server, code, at: clock.milliseconds) }
        // A client may be gone for good: then the server's own deadline ends it.
        agenda.add(.answerEnd(link), at: random.oneIn(8) ? clock.milliseconds + 20_000 : soon(100))
    }

    /// Sends events that are not committed to everyone: a planted bug.
    private mutating func tell(_ doubtful: [FlawedStore.Doubtful]) {
        for link in site.links where link > 0 {
            for (room, event) in doubtful {
                network.send(.event(room: room, epoch: site.store.epoch, event), on: link, at: clock.milliseconds)
            }
        }
    }

    /// Frames that the network takes for a link now.
    func window(of link: LinkID) -> Int {
        link < 0 ? .max : max(0, (isStormy ? plan.window : 64) - network.undelivered(on: link))
    }

    /// A client has read frames, so the network takes more.
    mutating func updateWindow(of link: LinkID) { site.server?.setWindow(of: link, window(of: link), at: clock) }
}
