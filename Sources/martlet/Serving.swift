import ChatRooms
import ChatS3
import ChatSQL
import ChatSQLite
import ChatServer
import ChatServerTLS
import ChatTokens
import ChatWire
import Foundation
import Logging

/// Makes a server of its settings, with its store, users and files, and serves until a signal ends
/// it.
@available(macOS 15, *)
struct Serving {
    private let settings: ServeSettings
    private let logger: Logger
    private let notification = ServiceNotification(environment: ProcessInfo.processInfo.environment)

    init(_ settings: ServeSettings) {
        self.settings = settings
        logger = .martlet("martlet", settings.logLevel)
    }

    func run() async throws {
        if let contradiction = settings.contradictions.first { throw contradiction }
        OpenFiles.raiseLimit()
        // Only the server's user may read the files that the server creates.
        umask(0o077)
        let tls = try settings.tls(logger)
        let previews = settings.previews()
        var directory = try DataDirectory(settings.data)
        let store = try await openStore(&directory, tls)
        var configuration = settings.server
        configuration.security = tls?.security
        configuration.controlSocket = directory.paths.controlSocket
        tellOfLosses(store, directory)
        configuration.unknownFiles = try placeOfUnknownFiles(store, directory.paths)
        let (authenticator, guests) = try directory.users(settings.guests, settings.registration)
        let bucket = try await useFiles(of: directory.paths, owner: guests.keyBytes, &configuration)
        if settings.isCluster {
            configuration.bus = try settings.makeBus(guests, logger)
            configuration.fileAddressKey = guests.derivedKey(for: "addresses of files")
        }
        let accounts = authenticator as? Accounts
        let tokens = try await settings.tokens(authenticator, logger)
        let server = MartletServer(
            configuration: configuration, store: store, authenticator: tokens ?? authenticator, accounts: accounts,
            previews: previews, logger: logger,
            securityLogger: .martlet(MartletServer.securityLabel, settings.securityLogLevel),
            onReady: { [data = directory.path] addresses in await greet(addresses, data, store, accounts) })
        try await ServerRun(server: server, tls: tls, tokens: tokens, logger: logger).run {
            notification.send(.stopping)
        }
        await accounts?.end()
        // Before what may take seconds: a server that stands by waits for the store.
        try store.close()
        await bucket?.shutdown()
        await tokens?.end()
        await previews?.end()
    }

    private func openStore(_ directory: inout DataDirectory, _ tls: ServerTLS?) async throws -> any SQLStore {
        // A server that stands by must find out now whether it can use the bucket, and not when it
        // takes over.
        if settings.standsBy, case .bucket(let address) = settings.files {
            try await FileBucket(paths: directory.paths).check(address, logger)
        }
        return try await settings.open(&directory, security: tls?.security, logger) { [notification] in
            notification.send(.standingBy)
        }
    }

    private func tellOfLosses(_ store: any SQLStore, _ directory: DataDirectory) {
        if let loss = store.continuityLoss {
            logger.warning("\(loss.sentence(isInSQLite: settings.store == nil)) Clients will read it from the start.")
        }
        if store.eventsAtOpening > 0, directory.lacksTokenKey {
            logger.warning(
                "The key of guests' tokens was missing in \(directory.path), and a new one was made: every guest is somebody else from now on. To avoid that, stop the server, put token.key back from a backup, and start again."
            )
        }
    }

    /// What makes the folder for files that the log does not know. `nil`: they are deleted.
    ///
    /// A log with nothing in it may be a new one in the place of another. Objects can't be moved
    /// aside.
    private func placeOfUnknownFiles(
        _ store: any SQLStore, _ paths: DataPaths
    ) throws -> (@Sendable () throws -> String)? {
        let isInBucket = if case .bucket = settings.files { true } else { false }
        guard
            try store.mayLackEvents || (!isInBucket && store.eventsAtOpening == 0 && store.filePlaces().isEmpty)
        else { return nil }
        return { try paths.makeReplacedFolder() }
    }

    /// Sets in `configuration` where files are kept.
    ///
    /// - Parameter owner: bytes that tell this server's files from another's
    /// - Returns: the bucket, if files are in one
    private func useFiles(
        of paths: DataPaths, owner: [UInt8], _ configuration: inout MartletServer.Configuration
    ) async throws(StartError) -> S3Bucket? {
        let fileBucket = FileBucket(paths: paths)
        switch settings.files {
        case .off:
            configuration.formerFiles = paths.files
            if let address = try fileBucket.address() {
                logger.warning(
                    "Files of deleted messages stay in \(address) until the server is started with this address as --files."
                )
            }
            return nil
        case .folder:
            if let address = try fileBucket.address() { throw fileBucket.refusal(of: address) }
            configuration.files = paths.files
            return nil
        case .bucket(let address):
            configuration.files = paths.files
            let bucket = try await fileBucket.open(address, owner: owner, logger)
            configuration.objects = bucket
            return bucket
        }
    }

    private func greet(
        _ addresses: MartletServer.Addresses, _ data: String, _ store: any SQLStore, _ accounts: Accounts?
    ) async {
        Greeting(
            addresses: addresses, isLoopback: settings.server.listensOnLoopback,
            isNamed: !settings.server.allowedOrigins.isEmpty, data: data, store: store, erasing: settings.erasing,
            invite: settings.registration == .off ? nil : try? await accounts?.inviteForAdministrator()
        ).print()
        notification.send(settings.standsBy ? .serving : .ready)
    }
}

extension Logger {
    fileprivate static func martlet(_ label: String, _ level: Logger.Level) -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = level
        return logger
    }
}

extension ContinuityLoss {
    fileprivate func sentence(isInSQLite: Bool) -> String {
        let counts = written.map { "it has \(events) messages, and \($0) were written" }
        if isInSQLite, isSameDatabase, let counts {
            return
                "The database has lost its newest messages: \(counts) (was the file martlet.db-wal beside it removed?)."
        }
        return
            "The database is not the one that was served last\(counts.map { ": \($0)" } ?? "") (was a backup restored?)."
    }
}
