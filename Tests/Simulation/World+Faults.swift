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
        case .killPhone: phones[phone].killedIn = Int.random(in: 0...30, using: &random)
        case .phoneDisk: phones[phone].disk.failSoon()
        case .offline: goOffline(phone)
        case .cut:
            if let link = network.openLinks.randomElement(using: &random) { network.cut(link, at: clock.milliseconds) }
        case .deafen:
            if let link = network.openLinks.randomElement(using: &random) {
                network.deafen(link, Bool.random(using: &random) ? .client : .server)
            }
        case .killServer: crash()
        case .restartServer: stopServer()
        case .serverDisk: site.failDisk(using: &random)
        case .restore: restore()
        case .probe: sendProbe()
        case .clock: phones[phone].clockError = Int64.random(in: -86_400_000...86_400_000, using: &random)
        }
    }

    /// The app's process is gone; whatever it had not kept is lost. Its connection breaks.
    mutating func kill(_ id: PhoneID) {
        note(.died(id))
        if let link = phones[id].link {
            note(.lost(link, id, nil))
            network.close(link, by: .client, nil, at: clock.milliseconds)
        }
        phones[id].die()
        agenda.add(.open(id), at: soon(1_500))
    }

    private mutating func goOffline(_ id: PhoneID) {
        guard phones[id].isOnline else { return }
        phones[id].isOnline = false
        if let link = phones[id].link { network.cut(link, at: clock.milliseconds) }
        tell(id, .online(false))
        agenda.add(.online(id), at: soon(3_000))
    }

    mutating func comeOnline(_ id: PhoneID) {
        phones[id].isOnline = true
        tell(id, .online(true))
    }

    /// Everyone is told goodbye, what was accepted is committed, then the process ends.
    private mutating func stopServer() {
        guard site.server != nil else { return }
        site.at(clock) {
            $0.run(); $0.dismissAll()
        }
        for link in site.links { pump(link) }
        crash()
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
            tell(phone.id, .foreground(true))
        }
        site.healDisk()
    }
}
