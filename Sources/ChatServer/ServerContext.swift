import ChatRooms
import ChatWire
import Logging
import NIOCore

/// What all connections of a server share. Everything mutable in it has its own lock.
struct ServerContext: Sendable {
    let fanout: Fanout
    let committer: Committer
    let history: HistoryReader
    let presence: PresenceService
    /// `nil` if no other server shares the log.
    var cluster: Cluster?
    /// `nil` if the server does not accept files.
    var files: Files?
    /// Signs addresses of files.
    var fileAddress = FileAddress()
    /// `nil` if the server has no previews of links.
    var previews: (any LinkPreviewSource)?
    /// `nil` if the server has no accounts.
    var accounts: Accounts?
    let connections: OpenConnections
    let addresses: AddressCounts
    let addressBudgets: AddressBudgets
    var userBudgets = UserBudgets(nil)
    /// `nil` if the operator has no list.
    var filter: ContentFilter?
    /// `nil` without TLS.
    var tls: ServerSecurity?
    let authenticator: any Authenticator
    let epoch: Epoch
    let errors: ErrorLog
    var security = SecurityLog(Logger(label: MartletServer.securityLabel))
    var traces = Traces()
    var clock = ServerClock()
    var bounds = DeliveryBounds()
    /// The maximum of events in a page of history.
    var pageEvents = Limits.pageEvents

    var logger: Logger { errors.logger }

    /// What the server measures. The fan-out has it, whose tables count with it.
    var metrics: ServerMetrics { fanout.metrics }

    /// The limits announced to clients.
    var limits: ServerFrame.AnnouncedLimits {
        var limits = ServerFrame.AnnouncedLimits()
        limits.page = UInt64(pageEvents)
        limits.file = files?.limits.largest ?? 0
        limits.previews = previews != nil
        limits.privateFiles = files.map { !$0.admitsGuests } ?? false
        return limits
    }
}

extension ServerContext {
    /// Puts the parts together, files excepted: what a server is between its listeners and its
    /// store.
    ///
    /// - Parameters:
    ///   - openConnections: connections that there is room for
    ///   - stop: told when the store has failed
    init(
        loops: [any EventLoop], store: any MessageStore, authenticator: any Authenticator, accounts: Accounts? = nil,
        filter: ContentFilter? = nil, configuration: MartletServer.Configuration, openConnections: Int, logger: Logger,
        securityLogger: Logger,
        stop: StopSignal, environment: ServerEnvironment = ServerEnvironment()
    ) {
        let clock = environment.clock
        let fanout = Fanout(loops: loops, environment: environment)
        let cluster = configuration.bus.flatMap { bus in
            loops.first.map { Cluster(bus, on: $0, environment) }
        }
        let spendings = cluster?.spendings
        let budgets = UserBudgets(configuration.rate, telling: spendings, clock: clock)
        let presence = PresenceService(
            fanout: fanout, budgets: budgets, connectionsPerUser: configuration.connectionsPerUser,
            reservations: accounts?.reservations, cluster: cluster, environment: environment)
        let reservations = accounts?.reservations
        let errors = ErrorLog(logger: logger, clock: clock)
        let security = SecurityLog(securityLogger, clock: clock)
        let committer = Committer(
            store: store, fanout: fanout, presence: presence, cluster: cluster,
            newRooms: configuration.newRooms, refusalOfMaking: { filter?.refusal(ofMaking: $0) },
            isClosing: { reservations?.isClosing($0) ?? false },
            environment: environment,
            onFailure: { error in
                logger.critical("The store has failed; the server stops.", metadata: ["error": "\(error)"])
                stop.stop(because: error)
            }, onRefusal: { errors.note($0) }, onReadOnly: errors.turned,
            onAdministratorAct: security.administratorActed)
        self.init(
            fanout: fanout, committer: committer,
            history: HistoryReader(
                store: store, fanout: fanout, environment: environment, present: presence.counts,
                onRefusal: { errors.note($0) }),
            presence: presence, cluster: cluster, files: nil, accounts: accounts,
            connections: OpenConnections(
                limit: min(configuration.maximumConnections ?? .max, openConnections), metrics: fanout.metrics),
            addresses: AddressCounts(
                limit: configuration.connectionsPerAddress, telling: spendings, clock: clock,
                onRefusal: security.turnedAway),
            addressBudgets: AddressBudgets(
                configuration.rate == nil ? nil : configuration.addressRates, telling: spendings, clock: clock),
            userBudgets: budgets, authenticator: authenticator, epoch: store.epoch,
            errors: errors, security: security, clock: clock,
            bounds: environment.bounds, pageEvents: min(max(configuration.pageEvents, 1), Limits.pageEvents))
        self.filter = filter
    }

    /// Does what is due every ``Limits/presenceInterval``: tells what waits of who came and went,
    /// logs what the security log left out and whether the store hangs, looks at a disk that was
    /// full, reads what other servers have committed, asks a silent store, and sets the gauges.
    func beginEverySecond(on loop: any EventLoop) -> RepeatedTask {
        let interval = TimeAmount.milliseconds(Limits.presenceInterval)
        return loop.scheduleRepeatedTask(initialDelay: interval, delay: interval) { _ in
            presence.tellChanges()
            security.tick(at: clock.uptime())
            errors.noted(storeHangs: committer.isStoreHanging)
            committer.lookAtDisk()
            // If the bus has not told it.
            committer.catchUp()
            committer.askStore()
            metrics.observe(self)
        }
    }
}
