import ChatTesting

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `Simulation --seeds 5000 --from 1`: runs seeds, says what was found, and ends with 1 when
/// something was.
///
/// `Simulation --explore` runs seeds from a random beginning until it is interrupted, and ends with
/// 1 when one failed. `Simulation --seed 17 --verbose` runs one and says what happened. `--bug
/// NAME` plants one of ``PlantedBug``; `--bugs` plants each in turn and ends with 1 when one is not
/// caught.
@main
struct Simulation {
    static func main() {
        let options = Options(CommandLine.arguments.dropFirst())
        if let seed = options.seed {
            let history = World.run(seed, bug: options.bug)
            let violations = Checker(history).violations()
            Report(history, violations).write(verbose: options.isVerbose)
            exit(violations.isEmpty ? 0 : 1)
        }
        if options.explores {
            var exploration = Exploration(from: options.from, bug: options.bug)
            exit(exploration.run().isEmpty ? 0 : 1)
        }
        if options.provesItself { exit(proveItself(options.seeds) ? 0 : 1) }
        exit(runAll(options) == 0 ? 0 : 1)
    }

    /// Plants each bug in turn, until the invariant that it breaks sees it.
    private static func proveItself(_ seeds: UInt64) -> Bool {
        var found = 0
        for bug in PlantedBug.allCases {
            if let (seed, invariants) = bug.caught(within: seeds) {
                found += 1
                let others = invariants.filter { $0 != bug.invariant }.map { "INV\($0.rawValue)" }
                let also = others.isEmpty ? "" : "; with it " + others.joined(separator: ", ")
                print("\(bug.rawValue): \(bug.invariant), seed \(seed)\(also)")
            } else {
                print("\(bug.rawValue): \(bug.invariant) did not see it in \(seeds) seeds")
            }
        }
        print("\(found) of \(PlantedBug.allCases.count) planted bugs were caught")
        return found == PlantedBug.allCases.count
    }

    /// - Returns: how many seeds failed.
    private static func runAll(_ options: Options) -> Int {
        var failed = 0
        var entries = 0
        let clock = ContinuousClock()
        let begun = clock.now
        let from = options.from ?? 1
        for seed in from..<(from + options.seeds) {
            let history = World.run(seed, bug: options.bug)
            entries += history.entries.count
            let violations = Checker(history).violations()
            guard !violations.isEmpty else { continue }
            failed += 1
            Report(history, violations).write(verbose: false)
            if failed >= options.most { break }
        }
        let took = clock.now - begun
        let seconds = Double(took.components.seconds) + Double(took.components.attoseconds) / 1e18
        print(
            "\(options.seeds) seeds from \(from): \(failed) failed; \(entries) observations in \(Int(seconds)) s"
        )
        return failed
    }
}

/// The command's options.
private struct Options {
    var seeds: UInt64 = 1_000
    var from: UInt64?
    var seed: UInt64?
    var bug: PlantedBug?
    var isVerbose = false
    var provesItself = false
    var explores = false
    /// Failed seeds after which it ends.
    var most = 10

    init(_ arguments: some Sequence<String>) {
        var arguments = arguments.makeIterator()
        while let name = arguments.next() {
            switch name {
            case "--seeds": seeds = arguments.next().flatMap { UInt64($0) } ?? seeds
            case "--from": from = arguments.next().flatMap { UInt64($0) }
            case "--seed": seed = arguments.next().flatMap { UInt64($0) }
            case "--bug": bug = arguments.next().flatMap { PlantedBug(rawValue: $0) }
            case "--most": most = arguments.next().flatMap { Int($0) } ?? most
            case "--verbose": isVerbose = true
            case "--bugs": provesItself = true
            case "--explore": explores = true
            default:
                print("Simulation [--seeds N] [--from SEED] [--seed SEED [--verbose]] [--bug NAME] [--most N] [--bugs]")
                print("Simulation --explore [--from SEED]")
                exit(2)
            }
        }
        if seed == nil, let text = getenv("MARTLET_SEED") { seed = UInt64(String(cString: text)) }
    }
}
