import ChatPostgres
import ChatRooms
import ChatSQLite
import ChatServer
import ChatServerTLS
import Foundation
import Logging
import NIOConcurrencyHelpers

/// Finds all that would keep a server with these settings from starting (`martlet serve --check`).
///
/// It binds no port of the server, takes no lock, opens no database in the data folder and writes
/// nothing, so it may run beside the server. The parts of `serve` read what they would read at a
/// start.
struct ServeCheck: Sendable {
    let settings: ServeSettings

    /// - Returns: Sentences: what keeps a server from starting, and what it would warn of
    func run() async -> (faults: [String], warnings: [String]) {
        let warnings = CheckWarnings()
        let logger = Logger(label: "martlet.check") { _ in warnings }
        var faults = settings.contradictions
        if let certificate = settings.certificate, let key = settings.key {
            faults += ServerTLS.faults(certificate: certificate, key: key)
            // Says the warnings.
            _ = try? settings.tls(logger)
        }
        faults += await settings.server.addressFaults()
        for part in Part.allCases {
            do throws(StartError) { try await check(part, logger) } catch { faults.append(error) }
        }
        return (faults.map(\.description), warnings.sentences)
    }

    /// The parts, each checked independently, so that one fault does not hide the next.
    private enum Part: CaseIterable { case filter, folder, store, files, tokens, bus }

    private func check(_ part: Part, _ logger: Logger) async throws(StartError) {
        switch part {
        case .filter: try settings.server.checkFilter(logger)
        case .folder: try checkFolder(logger)
        case .store: try checkStore()
        case .files: try await checkFiles(logger)
        case .tokens: await (try settings.tokens(GuestTokens(), logger))?.end()
        case .bus: if settings.isCluster, settings.store != nil { _ = try settings.makeBus(GuestTokens(), logger) }
        }
    }

    private var paths: DataPaths { DataPaths(settings.data) }

    private func checkFolder(_ logger: Logger) throws(StartError) {
        do throws(StoreError) { try paths.checkAccess() } catch { throw StartError(error.description) }
        if geteuid() == 0, let owner = paths.owner, owner != 0 {
            logger.warning(
                "This check ran as root, who may read everything, and \(paths.folder) belongs to \(name(of: owner)). Run it as that user to see what the server may read: sudo -u \(name(of: owner)) martlet serve --check …"
            )
        }
        try DataDirectory.check(paths, logIsHere: settings.store == nil)
        guard settings.store == nil, FileManager.default.fileExists(atPath: paths.tokenKey) else { return }
        _ = try GuestTokens(keyFile: paths.tokenKey)
    }

    private func name(of user: uid_t) -> String {
        getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "#\(user)"
    }

    private func checkStore() throws(StartError) {
        guard let store = settings.store else { return }
        do throws(StoreError) { try PostgresStore.check(address: store) } catch {
            throw StartError(error.description)
        }
    }

    private func checkFiles(_ logger: Logger) async throws(StartError) {
        let fileBucket = FileBucket(paths: paths)
        switch settings.files {
        case .off: break
        case .folder: if let address = try fileBucket.address() { throw fileBucket.refusal(of: address) }
        case .bucket(let address): try await fileBucket.check(address, logger)
        }
    }
}

extension DataPaths {
    /// The user who owns the folder; `nil` if there is none.
    fileprivate var owner: uid_t? {
        var status = stat()
        return stat(folder, &status) == 0 ? status.st_uid : nil
    }
}

/// Keeps what is logged as a warning or an error.
private final class CheckWarnings: LogHandler {
    private let kept = NIOLockedValueBox<[String]>([])

    var sentences: [String] { kept.withLockedValue { $0 } }

    var metadata: Logger.Metadata {
        get { [:] }
        set {}
    }
    var logLevel: Logger.Level {
        get { .warning }
        set {}
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { nil }
        set {}
    }

    func log(event: LogEvent) {
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { " (\($0.key): \($0.value))" }
        kept.withLockedValue { $0.append(event.message.description + details.joined()) }
    }
}
