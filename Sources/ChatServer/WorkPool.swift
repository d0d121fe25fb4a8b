import NIOPosix

/// Runs work items on several threads. Each item goes to the first thread that is free. A
/// simulation has its own scheduler in place of threads (``init(_:)``).
package struct WorkPool: Sendable {
    /// - Parameter isActive: `false` if the pool has ended: then the work must not be done.
    package typealias Work = @Sendable (_ isActive: Bool) -> Void

    private let add: @Sendable (@escaping Work) -> Void
    private let threads: NIOThreadPool?

    /// - Parameter add: called on any thread
    package init(_ add: @escaping @Sendable (@escaping Work) -> Void) {
        self.add = add
        threads = nil
    }

    private init(_ threads: NIOThreadPool) {
        add = { work in threads.submit { work($0 == .active) } }
        self.threads = threads
    }

    /// A pool of `count` threads. They run from ``start()`` to ``end()``.
    static func threads(_ count: Int) -> WorkPool { WorkPool(NIOThreadPool(numberOfThreads: count)) }

    func start() { threads?.start() }

    /// Ends the threads. Items that have not begun are told so.
    func end() async { try? await threads?.shutdownGracefully() }

    /// Does the work on one of the threads, unless the pool has ended.
    func async(_ work: @escaping @Sendable () -> Void) { add { if $0 { work() } } }

    /// Does the work on one of the threads.
    ///
    /// - Parameter done: Called there with the result. It gets a `CancellationError`, on any
    ///   thread, if the pool has ended.
    func run<Value>(
        _ body: @escaping @Sendable () throws -> Value,
        done: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) {
        add { isActive in done(isActive ? Result(catching: body) : .failure(CancellationError())) }
    }
}
