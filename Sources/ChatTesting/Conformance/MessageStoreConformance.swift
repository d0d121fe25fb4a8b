import ChatRooms

/// Checks that a store keeps the duties of `MessageStore`. Use it for a store of your own.
///
/// ```swift
/// let failures = MessageStoreConformance { try MyStore(folder: freshFolder()) }.failures()
/// precondition(failures.isEmpty, "\(failures)")
/// ```
///
/// It can't see what a store does after a crash, and whether what it acknowledged is on the disk:
/// test that yourself.
public struct MessageStoreConformance: Sendable {
    /// One duty, and how it is checked.
    public struct Case: Sendable, CustomStringConvertible {
        /// The duty as a sentence.
        public let name: String
        let run: @Sendable (any MessageStore, StoreCheck) throws -> Void

        init(_ name: String, _ run: @escaping @Sendable (any MessageStore, StoreCheck) throws -> Void) {
            (self.name, self.run) = (name, run)
        }

        /// The same as ``name``.
        public var description: String { name }
    }

    /// A duty that the store does not keep.
    public struct Failure: Hashable, Sendable, CustomStringConvertible {
        /// The ``Case/name`` of the duty.
        public let name: String
        /// What was wrong, with the line of the check.
        public let reason: String

        /// Name and reason.
        public var description: String { "\(name): \(reason)" }
    }

    /// Every duty that is checked.
    public static let cases: [Case] =
        order + idempotency + changes + bounds + files + history + readMarks + rooms + membership + roomLists
        + choices + moderation + holding + links + directory

    private let make: @Sendable () throws -> any MessageStore

    /// Creates the suite.
    ///
    /// - Parameter make: Makes an empty store. It is called once for each case, and each store is
    ///   closed.
    public init(_ make: @escaping @Sendable () throws -> any MessageStore) { self.make = make }

    /// Checks every duty.
    public func failures() -> [Failure] { Self.cases.flatMap { failures(of: $0) } }

    /// Checks one duty.
    public func failures(of duty: Case) -> [Failure] {
        let check = StoreCheck()
        do {
            let store = try make()
            defer { try? store.close() }
            try duty.run(store, check)
        } catch {
            check.fail("it threw \(error)")
        }
        return check.reasons.map { Failure(name: duty.name, reason: $0) }
    }
}
