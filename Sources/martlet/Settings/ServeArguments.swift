import ArgumentParser

/// The arguments of `martlet serve`, sorted by option. Each option validates its values.
struct ServeArguments {
    /// The values of each flag, in the given order.
    private(set) var values: [String: [String]] = [:]
    /// The named configuration file.
    private(set) var file: String?
    private(set) var printsConfiguration = false
    private(set) var checks = false
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false

    /// - Throws: `ValidationError` for an argument that is not an option, or an option without its
    ///   value.
    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            switch parts.first ?? "" {
            case "-h", "--help": wantsHelp = true
            case "--version": wantsVersion = true
            case Self.printing: printsConfiguration = true
            case Self.checking: checks = true
            case let flag where flag.hasPrefix("--"):
                let name = try Self.known(String(flag.dropFirst(2)))
                if let inline = parts.dropFirst().first {
                    take(inline, for: name)
                } else if let next = rest.first, !next.hasPrefix("--") {
                    take(next, for: name)
                    rest.removeFirst()
                } else if ServeOption.all.contains(where: { $0.name == name && $0.isSwitch }) {
                    take("on", for: name)
                } else {
                    throw ValidationError("Missing value for '\(flag)'.")
                }
            default:
                throw ValidationError("Unexpected argument '\(argument)'. Options are written as --NAME VALUE.")
            }
        }
    }

    private mutating func take(_ value: String, for name: String) {
        if name == Self.fileOption { file = value } else { values[name, default: []].append(value) }
    }

    /// - Returns: The name, if it is an option's.
    private static func known(_ name: String) throws -> String {
        if name == fileOption { return name }
        let others = [fileOption, String(printing.dropFirst(2)), String(checking.dropFirst(2)), "help", "version"]
        let names = ServeOption.all.map(\.name) + others
        if ServeOption.all.contains(where: { $0.name == name }) { return name }
        let hint = Similarity.closest(to: name, among: names).map { " Did you mean '--\($0)'?" } ?? ""
        throw ValidationError("Unknown option '--\(name)'.\(hint)")
    }

    /// Not options of the file: one names the file, one prints the result, one checks it.
    static let fileOption = "config"
    static let fileVariable = "\(ServeOption.variablePrefix)_CONFIG"
    static let printing = "--print-config"
    static let checking = "--check"
}
