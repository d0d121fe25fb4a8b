#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Runs seed after seed from a random beginning, until it is interrupted: looks for what the fixed
/// seeds of CI don't find.
struct Exploration {
    private let begin: UInt64
    private let bug: PlantedBug?
    private var seeds: UInt64 = 0
    private var failed: [UInt64] = []

    /// - Parameter begin: the first seed; `nil` for a random one
    init(from begin: UInt64?, bug: PlantedBug?) {
        self.begin = begin ?? UInt64.random(in: 1..<1 << 48)
        self.bug = bug
    }

    /// - Returns: the seeds that failed.
    mutating func run() -> [UInt64] {
        let interrupts = Interrupts()
        let clock = ContinuousClock()
        let begun = clock.now
        var told = begun
        print("Running seeds from \(begin); Ctrl-C ends it.")
        while !interrupts.isPending {
            runNext()
            guard clock.now - told >= .seconds(10) else { continue }
            told = clock.now
            print(progress(after: clock.now - begun))
            fflush(nil)
        }
        print(progress(after: clock.now - begun))
        return failed
    }

    private mutating func runNext() {
        let seed = begin + seeds
        seeds += 1
        let history = World.run(seed, bug: bug)
        let violations = Checker(history).violations()
        if violations.isEmpty { return }
        failed.append(seed)
        Report(history, violations).write(verbose: false)
        print("  Replay it: swift run -c release Simulation --seed \(seed) --verbose")
        fflush(nil)
    }

    private func progress(after time: Duration) -> String {
        let pace = Int(Double(seeds) / max(time / .seconds(1), 1))
        let failures = failed.isEmpty ? "none failed" : "\(failed.count) failed: \(failed)"
        return "\(seeds) seeds in \(time.components.seconds) s, \(pace) a second; \(failures)"
    }
}

/// The interrupts that a terminal and a supervisor send, held back so that the seed under way is
/// finished.
private struct Interrupts {
    init() {
        var set = Interrupts.set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    var isPending: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return sigismember(&pending, SIGINT) == 1 || sigismember(&pending, SIGTERM) == 1
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGTERM)
        return set
    }
}
