import ChatRooms
import ChatWire
import Logging
import NIOConcurrencyHelpers

/// Logs the errors that requests run into: the first time at once, then each kind of them once a
/// minute, with how often that was.
///
/// A disk that can't be read, or is full, would otherwise fill the log as fast as people ask.
struct ErrorLog: Sendable {
    private struct Count {
        var loggedAt: Int64
        var silenced = 0
    }

    let logger: Logger
    private let counts = NIOLockedValueBox<[Kind: Count]>([:])

    private let hanging = NIOLockedValueBox(false)
    private let clock: ServerClock

    init(logger: Logger, clock: ServerClock = ServerClock()) {
        self.logger = logger
        self.clock = clock
    }

    /// The store refused a request. What ends the service is logged where it does.
    func note(_ error: StoreError) {
        guard let kind = Kind(error) else { return }
        log("The store refused a request; the server goes on.", error, kind)
    }

    /// The disk refused a file.
    func note(_ error: DiskError) { log("The disk failed with a file.", error, .disk(error.number)) }

    /// An HTTP request failed for a reason that nothing turns into an answer.
    func note(_ error: any Error, in path: String) {
        log("A request failed.", error, .request(ObjectIdentifier(type(of: error))), ["path": "\(path)"])
    }

    /// Logs that the server has become read-only, or takes messages again.
    func turned(readOnly isReadOnly: Bool) {
        if isReadOnly {
            logger.error("The disk is full: the server is read-only. Make room; it takes messages again by itself.")
        } else {
            logger.notice("The server takes messages again.")
        }
    }

    /// Logs once that the store does not answer, and once that it does again. Called every second.
    func noted(storeHangs isHanging: Bool) {
        let wasHanging = hanging.withLockedValue { hanging in
            defer { hanging = isHanging }
            return hanging
        }
        guard isHanging != wasHanging else { return }
        if isHanging {
            logger.critical("The store does not answer: nothing is acknowledged. Look at the disk or the database.")
        } else {
            logger.notice("The store answers again.")
        }
    }

    private func log(_ message: Logger.Message, _ error: any Error, _ kind: Kind, _ metadata: Logger.Metadata = [:]) {
        guard let silenced = count(kind, clock.nanoseconds()) else { return }
        let metadata = metadata.merging(["error": "\(error)", "more_of_this": "\(silenced)"]) { $1 }
        logger.error(message, metadata: metadata)
    }

    /// How many of this kind were not logged since the last one that was; `nil` where this one is
    /// not either.
    private func count(_ kind: Kind, _ now: Int64) -> Int? {
        counts.withLockedValue { counts in
            guard let known = counts[kind], now - known.loggedAt < Limits.repeatedLog * 1_000_000 else {
                return counts.updateValue(Count(loggedAt: now), forKey: kind)?.silenced ?? 0
            }
            counts[kind]?.silenced += 1
            return nil
        }
    }

    /// As many as the system has errors, and the server types of them.
    private enum Kind: Hashable {
        case full, unreadable, damaged, busy
        case disk(Int32)
        case request(ObjectIdentifier)

        /// `nil` for what ends the service.
        init?(_ error: StoreError) {
            switch error {
            case .full: self = .full
            case .unreadable: self = .unreadable
            case .damaged: self = .damaged
            case .busy: self = .busy
            case .failed, .unusable, .closed: return nil
            }
        }
    }
}
