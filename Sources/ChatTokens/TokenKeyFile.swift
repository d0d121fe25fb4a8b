import ChatServer
import ChatWire
import Logging

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keys in a file. It is read again when it has changed, and what can't be used changes nothing.
actor TokenKeyFile {
    private let path: String
    private let logger: Logger
    private let clock: ServerClock
    private var keys: TokenKeys
    private var stamp: FileStamp?
    private var looked: Int64

    /// - Throws: a sentence that says what is wrong with the file
    init(_ path: String, logger: Logger, clock: ServerClock) async throws(StartError) {
        self.path = path
        self.logger = logger
        self.clock = clock
        stamp = FileStamp(path)
        looked = clock.nanoseconds()
        keys = try await Self.read(path, logger)
    }

    /// The keys. A change of the file counts within ``Limits/tokenKeyFileInterval``.
    func current() async -> TokenKeys {
        let now = clock.nanoseconds()
        guard now - looked >= Limits.tokenKeyFileInterval * 1_000_000 else { return keys }
        looked = now
        if FileStamp(path) != stamp { await reload() }
        return keys
    }

    /// Reads the file now.
    func reload() async {
        stamp = FileStamp(path)
        do throws(StartError) {
            keys = try await Self.read(path, logger)
            logger.notice("The keys of tokens were read again.")
        } catch {
            logger.error(
                "The new keys of tokens can't be used; the server keeps those it has.", metadata: ["error": "\(error)"])
        }
    }

    private static func read(_ path: String, _ logger: Logger) async throws(StartError) -> TokenKeys {
        guard let stamp = FileStamp(path) else {
            throw StartError("There is no file \(path), or it can't be reached. Check the path given with --tokens.")
        }
        guard stamp.isRegular, stamp.size <= Limits.tokenKeysBytes else {
            throw StartError("\(path) is not a file with keys. Check the path given with --tokens.")
        }
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw StartError("The file \(path) can't be read. Allow the server's user to read it.")
        }
        do throws(KeyFault) {
            let keys = try await KeyText.keys(Array(data))
            keys.logFaults(logger)
            if keys.hasSecret, stamp.isReadableByAll {
                logger.warning("All users of this machine can read the secret in \(path). Run chmod o-rwx on it.")
            }
            return keys
        } catch {
            throw StartError(
                "The keys in \(path) can't be used: \(error). Give a JSON Web Key Set, public keys in PEM, or a secret with --tokens."
            )
        }
    }
}
