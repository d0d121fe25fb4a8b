import ChatPostgres
import ChatRooms
import ChatSQL
import ChatServer
import Foundation
import Logging

/// Opens the database of a server; with `--standby`, as soon as no other server has it.
struct Standby: Sendable {
    let address: String
    /// Whether to wait while another server has the database.
    let waits: Bool
    /// Whether other servers serve the database at the same time.
    let sharing: PostgresStore.Sharing
    /// Whether each standby of PostgreSQL that may be promoted is synchronous.
    let standbysAreSynchronous: Bool
    /// Answers meanwhile.
    let answers: StandbyAnswers
    let logger: Logger
    /// Throws why this server could not take over.
    let refuse: @Sendable () throws(StartError) -> Void
    /// Called once, if there is something to wait for, when requests are answered.
    let onWaiting: @Sendable () -> Void

    /// - Throws: why the database can't be used, unless it is because of another server
    func open(watermark: String) async throws(StartError) -> PostgresStore {
        do {
            if sharing == .together { try refuse() }
            guard waits else {
                return try PostgresStore(
                    address: address, watermark: watermark, sharing: sharing,
                    standbysAreSynchronous: standbysAreSynchronous)
            }
            if let store = try await openIfFree(watermark) { return store }
            try refuse()
            // A reload is not lost: what it would read is looked at when the server serves.
            signal(SIGHUP, SIG_IGN)
            // Nothing is open yet. Without a handler, the first process of a container goes on.
            for number in [SIGTERM, SIGINT] { signal(number) { _ in _exit(0) } }
            let store = try await answers.run {
                logger.notice(
                    "Another server has this database. This one stands by, and takes over when that one ends.")
                onWaiting()
                return try await wait(watermark)
            }
            logger.notice("The other server has ended. This one takes over.")
            return store
        } catch let error as StartError {
            throw error
        } catch {
            throw StartError("\(error)")
        }
    }

    /// What PostgreSQL refuses meanwhile may be over in a moment: it restarts, or fails over
    /// itself.
    private func wait(_ watermark: String) async throws -> PostgresStore {
        var trouble = ""
        while true {
            do {
                if let store = try await openIfFree(watermark) { return store }
                trouble = ""
            } catch {
                if trouble != "\(error)" { logger.warning("This server can't take over yet. \(error)") }
                trouble = "\(error)"
                try await Task.sleep(for: .seconds(1))
            }
        }
    }

    /// Waits on a thread of its own, which libpq may block.
    private func openIfFree(_ watermark: String) async throws -> PostgresStore? {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        try PostgresStore.openIfFree(
                            address: address, watermark: watermark, standbysAreSynchronous: standbysAreSynchronous)
                    })
            }
        }
    }
}

extension ServeSettings {
    /// Opens the log.
    func open(
        _ directory: inout DataDirectory, security: ServerSecurity?, _ logger: Logger,
        onWaiting: @escaping @Sendable () -> Void
    ) async throws(StartError) -> any SQLStore {
        guard let store else { return try directory.openStore() }
        var configuration = server
        configuration.security = security
        let standby = Standby(
            address: store, waits: standsBy, sharing: isCluster ? .together : .alone,
            standbysAreSynchronous: standbysAreSynchronous, answers: StandbyAnswers(configuration), logger: logger,
            refuse: { [paths = directory.paths] () throws(StartError) in
                guard paths.hasAccounts else { return }
                throw StartError(
                    "\(paths.folder) has accounts (accounts.db), and another server has the database with its own. Those in the database count: move accounts.db out of the folder, and start again."
                )
            }, onWaiting: onWaiting)
        return try await directory.openStore { watermark throws(StartError) in
            try await standby.open(watermark: watermark)
        }
    }
}
