import ChatRooms
import ChatTesting
import ChatWire

/// What goes wrong, and how it ends.
extension World {
    mutating func schedule(_ fault: Fault) {
        guard let average = plan.faults[fault] else { return }
        agenda.add(.fault(fault), at: soon(average))
    }

    mutating func strike(_ fault: Fault) {
        guard isStormy else { return }
        schedule(fault)
        let phone = Int.random(in: phones.indices, using: &random)
        switch fault {
        case .killPhone: endSoon(phone, withPower: false)
        case .cutPhone: endSoon(phone, withPower: true)
        case .phoneDisk: failDisk(phone)
        case .offline: goOffline(phone)
        case .cut:
            if let link = network.openLinks.randomElement(using: &random) { network.cut(link, at: clock.milliseconds) }
            breakTransfer()
        case .deafen:
            if let link = network.openLinks.randomElement(using: &random) {
                network.deafen(link, Bool.random(using: &random) ? .client : .server)
            }
        case .killServer: crash()
        case .restartServer: stopServer()
        case .killOneServer:
            if let place = site.server?.killOne(at: clock) { agenda.add(.restart(place), at: soon(1_000)) }
            serverDid()
        case .pauseServer:
            site.server?.pauseOne(until: clock.milliseconds + Int64.random(in: 100...20_000, using: &random))
        case .isolateServer:
            site.server?.isolateOne(until: clock.milliseconds + Int64.random(in: 100...20_000, using: &random))
        case .serverDisk: site.failDisk(using: &random)
        case .restore: restore()
        case .probe: sendProbe()
        case .fileDisk: if plan.files != nil { failFileDisk() }
        case .clock: phones[phone].clockError = Int64.random(in: -86_400_000...86_400_000, using: &random)
        }
    }

    private mutating func endSoon(_ id: PhoneID, withPower: Bool) {
        guard phones[id].app != nil else { return }
        phones[id].losesPower = withPower
        if random.oneIn(2) {
            phones[id].killedIn = Int.random(in: 0...30, using: &random)
        } else {
            let disk = phones[id].disk
            disk.fail(at: disk.operations + Int.random(in: 0...12, using: &random), .dies)
        }
    }

    /// Errors for a while, of all operations or of some, so that later ones of an attempt fail as
    /// well as the first; or no space.
    private mutating func failDisk(_ id: PhoneID) {
        let disk = phones[id].disk
        let isFull = random.oneIn(3)
        let every = isFull ? 1 : Int.random(in: 1...5, using: &random)
        let first = disk.operations + Int.random(in: 0...8, using: &random)
        for next in 0..<Int.random(in: 1...30, using: &random) where random.oneIn(every) {
            disk.fail(at: first + next, isFull ? .full : .error)
        }
    }

    /// Ends the app's process. What it had not kept is lost, and its connection breaks.
    mutating func kill(_ id: PhoneID) {
        note(.died(id))
        if let link = phones[id].link {
            note(.lost(link, id, nil))
            network.close(link, by: .client, nil, at: clock.milliseconds)
        }
        breakTransfers(of: id)
        phones[id].die()
        agenda.add(.open(id), at: soon(1_500))
    }

    private mutating func goOffline(_ id: PhoneID) {
        guard phones[id].isOnline else { return }
        phones[id].isOnline = false
        if let link = phones[id].link { network.cut(link, at: clock.milliseconds) }
        breakTransfers(of: id)
        tell(id, .online(false))
        agenda.add(.online(id), at: soon(3_000))
    }

    mutating func comeOnline(_ id: PhoneID) {
        phones[id].isOnline = true
        tell(id, .online(true))
    }

    /// What was accepted is committed, everyone is told goodbye, then the process ends.
    private mutating func stopServer() {
        guard let server = site.server, !server.isDraining else { return }
        note(.stopping(unread: server.unreadLinks))
        server.drain(at: clock)
    }

    /// While the server is down a backup takes the log's place.
    private mutating func restore() {
        crash()
        let lost = site.readLog(of: plan.rooms)
        guard site.makeOrRestoreBackup(using: &random) else { return }
        history.logs[lost.epoch] = lost.rooms
        note(.restored)
    }

    /// No fault any more: everything runs, and everything gets through.
    mutating func heal() {
        isStormy = false
        network.weather = .fine
        note(.healed)
        for phone in phones {
            phones[phone.id].killedIn = nil
            phones[phone.id].disk.heal()
            if !phone.isOnline { comeOnline(phone.id) }
            phones[phone.id].losesPower = false
            tell(phone.id, .foreground(true))
        }
        site.healDisk()
        site.server?.resume()
        for link in site.links where link > 0 { updateWindow(of: link) }
        letGuestsRead()
    }
}
