import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

/// What this server and the others that share its log tell one another (``ServerMessage``).
///
/// What it tells is collected for ``Limits/busInterval`` milliseconds. What it is told is taken in
/// on one event loop, in the order in which the bus brings it.
final class Cluster: Sendable {
    /// What is done with what other servers tell. Called on one event loop.
    struct Actions: Sendable {
        var takePresence: @Sendable (PresenceChange) -> Void
        /// Announces all people of this server (``Cluster/announcePeople(_:)``).
        var tellPeople: @Sendable () -> Void
        var take: @Sendable (ServerMessage.Item) -> Void
        /// Messages are or may be missing.
        var countMissed: @Sendable () -> Void
        /// Reads what other servers may have said of accounts without being heard, and calls `done`
        /// with whether everything was read.
        var readAgain: @Sendable (AccountReadings.Extent, _ done: @escaping @Sendable (Bool) -> Void) -> Void
        /// The addresses that have many connections to this server.
        var busyAddresses: @Sendable () -> [BusyAddress]
        /// A message came twice or too late.
        var countIgnored: @Sendable () -> Void
        /// Counts the connections of busy addresses to all other servers.
        var countConnections: @Sendable ([Spending.Payer: Int]) -> Void
    }

    private struct State {
        /// Whether the bus carried messages in the last tick.
        var wasCarrying = true
        var news = OutgoingNews()
        var number: UInt64 = 0
        /// Whether what waits is going to be sent.
        var isScheduled = false
        /// When something was last sent: milliseconds of a clock that does not go back.
        var sent: Int64 = 0
        /// When a message of another server may last have been missing. At first this is when this
        /// server began. Milliseconds of the same clock.
        var missed: Int64
        var others: OtherServers
        /// Whether the last busy addresses that were told are none.
        var toldNoneBusy = true
        var readings = AccountReadings()
        /// What follows from messages that were received, and was not done yet. At most as much as
        /// the other servers have people, whom ``others`` keeps, and as they have sent since.
        var effects: ArraySlice<OtherServers.Effect> = []
        /// Whether ``effects`` are being done.
        var isPerforming = false
        var isEnded = false
    }

    let id: ServerID
    /// What the others are told every ``Limits/serverTick``.
    let spendings = Spendings()
    private let bus: any ServerBus
    private let loop: any EventLoop
    private let clock: ServerClock
    private let state: NIOLockedValueBox<State>

    init(_ bus: any ServerBus, on loop: any EventLoop, _ environment: ServerEnvironment) {
        var randomIDs = RandomIDs(environment.randomness)
        self.bus = bus
        id = .random(using: &randomIDs)
        self.loop = loop
        clock = environment.clock
        state = NIOLockedValueBox(State(missed: environment.clock.uptime(), others: OtherServers(besides: id)))
    }

    /// The number of other servers that it knows.
    var othersCount: Int { state.withLockedValue { $0.others.count } }

    var busCondition: BusCondition { bus.condition }

    /// Whether this server knows who is connected to the others. Each server tells the others who
    /// is connected to it at least once in ``ChatWire/Limits/serverSilence``. So this server knows
    /// it if no message was missing for that long.
    var knowsPeople: Bool {
        bus.condition.isCarrying && clock.uptime() - state.withLockedValue(\.missed) >= Limits.serverSilence
    }

    /// Begins to hear the others, and to tell them that this server is there.
    func begin(_ actions: Actions) -> RepeatedTask {
        bus.begin { bytes in
            // A message of a newer server may be unreadable here. It is skipped, and its number is
            // missing then.
            guard let message = try? ServerMessage(json: bytes) else { return }
            self.loop.execute { self.receive(message, actions) }
        }
        actions.tellPeople()
        let interval = TimeAmount.milliseconds(Limits.serverTick)
        return loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            let spent = self.spendings.takeAll().map { ServerMessage.Item.spent($0) }
            let busy = actions.busyAddresses()
            let isCarrying = self.bus.condition.isCarrying
            let now = self.clock.uptime()
            let (effects, hasMissed, extent) = self.state.withLockedValue { state in
                // Also without news: it is the sign of life.
                self.add(spent, &state)
                if !(busy.isEmpty && state.toldNoneBusy) { self.add([.busyAddresses(busy)], &state) }
                state.toldNoneBusy = busy.isEmpty
                if isCarrying, !state.wasCarrying { state.others.noteMissed() }
                state.wasCarrying = isCarrying
                let effects = state.others.tick(at: now)
                let hasMissed = state.others.takeMissed()
                if hasMissed || !isCarrying { state.missed = now }
                let extent = state.readings.begin(hasMissed: hasMissed, isCarrying: isCarrying, at: now)
                return (effects, hasMissed, extent)
            }
            self.perform(effects, actions)
            if hasMissed { actions.countMissed() }
            guard let extent else { return }
            actions.readAgain(extent) { succeeded in
                self.state.withLockedValue { $0.readings.end(succeeded: succeeded, at: self.clock.uptime()) }
            }
        }
    }

    /// Tells the others something. Any thread; does not wait.
    func announce(_ item: ServerMessage.Item) {
        state.withLockedValue { state in add([item], &state) }
    }

    /// What the others have said of accounts is read in the store with the next tick.
    func noteMissed() { state.withLockedValue { $0.others.noteMissed() } }

    /// Tells the others all people of this server. What changes after that must be announced after
    /// it.
    func announcePeople(_ people: [PresenceChange]) {
        state.withLockedValue { state in
            guard !state.isEnded else { return }
            // A second server that asks meanwhile hears them, too, or asks again.
            state.news.addAll(people)
            schedule(&state)
        }
    }

    /// Tells the others that this server ends.
    func end() async {
        announce(.goodbye)
        try? await loop.submit { self.send() }.get()
        state.withLockedValue { $0.isEnded = true }
        await bus.end()
    }

    private func add(_ items: [ServerMessage.Item], _ state: inout State) {
        guard !state.isEnded else { return }
        // If all were dropped, the gap in the numbers makes the others ask for this server's
        // people, and read accounts again.
        if !state.news.add(items) { state.number += 1 }
        schedule(&state)
    }

    private func schedule(_ state: inout State) {
        guard !state.isScheduled, !state.isEnded else { return }
        state.isScheduled = true
        let wait = max(0, state.sent + Limits.busInterval - clock.uptime())
        if wait == 0 {
            loop.execute { self.send() }
        } else {
            _ = loop.scheduleTask(in: .milliseconds(wait)) { self.send() }
        }
    }

    /// Sends the news and some of the people, or an empty message. Called on the loop only, so that
    /// the messages go out in their order.
    private func send() {
        let messages = state.withLockedValue { state in
            let items = state.news.takeNext()
            state.isScheduled = false
            state.sent = clock.uptime()
            if !state.news.isEmpty { schedule(&state) }
            return stride(from: 0, to: max(items.count, 1), by: Limits.busItems).map { start in
                state.number += 1
                return ServerMessage(
                    from: id, state.number, Array(items[start..<min(start + Limits.busItems, items.count)]))
            }
        }
        for message in messages { bus.publish(message.json) }
    }

    private func receive(_ message: ServerMessage, _ actions: Actions) {
        let effects = state.withLockedValue { $0.others.receive(message, at: clock.uptime()) }
        perform(effects, actions)
    }

    /// Does what follows, behind all that follows from earlier messages. Called on the loop.
    private func perform(_ effects: [OtherServers.Effect], _ actions: Actions) {
        let begins = state.withLockedValue { state in
            state.effects += effects
            guard !state.isPerforming, !state.effects.isEmpty else { return false }
            state.isPerforming = true
            return true
        }
        if begins { performNext(actions) }
    }

    /// Does a bounded number of effects, and the rest in later turns of the loop: all people of a
    /// server may be hundreds of thousands of changes.
    private func performNext(_ actions: Actions) {
        let (effects, isMore) = state.withLockedValue { state in
            // An array of its own: with a slice of the same one, each addition would copy all.
            let effects = Array(state.effects.prefix(Limits.clusterEffects))
            state.effects = state.effects.dropFirst(Limits.clusterEffects)
            state.isPerforming = !state.effects.isEmpty
            // A slice keeps the memory of the array that it is of.
            if !state.isPerforming { state.effects = [] }
            return (effects, state.isPerforming)
        }
        for effect in effects { perform(effect, actions) }
        if isMore { loop.execute { self.performNext(actions) } }
    }

    private func perform(_ effect: OtherServers.Effect, _ actions: Actions) {
        switch effect {
        case .presence(let change): actions.takePresence(change)
        case .take(let item): actions.take(item)
        case .tellPeople: actions.tellPeople()
        case .countConnections(let open): actions.countConnections(open)
        case .ask(let server): announce(.tellPeople(server))
        case .ignored: actions.countIgnored()
        }
    }
}
