#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Fuzzes production code that reads bytes from outside. It ends the process (by a trap or
/// ``require(_:_:)``) where a promise is broken.
public typealias Target = @Sendable ([UInt8]) -> Void

/// The target that the variable `FUZZ_TARGET` names.
public func chosenTarget(_ targets: [String: Target]) -> Target {
    if let name = getenv("FUZZ_TARGET"), let target = targets[String(cString: name)] { return target }
    print("FUZZ_TARGET must be one of: " + targets.keys.sorted().joined(separator: " "))
    exit(2)
}

/// Ends the process where a promise is broken; libFuzzer keeps the input.
public func require(_ holds: Bool, _ promise: String) {
    if !holds { fatalError("broken: \(promise)") }
}
