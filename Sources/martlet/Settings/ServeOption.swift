/// An option of `martlet serve`. Its name determines the flag, the environment variable and the key
/// in the configuration file.
struct ServeOption: Sendable {
    /// The key in the configuration file, such as `line-port`.
    let name: String
    let section: Section
    /// The placeholder for the value in the help, such as `N`.
    let placeholder: String
    /// Whether the option takes several values: a repeated flag, a variable separated by commas, a
    /// list in the file.
    let isList: Bool
    /// What it does, why it exists, and what to consider.
    let help: String
    /// The default in words, if it depends on the machine or on another option.
    let defaultText: String?
    /// Puts the values into the settings.
    let read: @Sendable ([String], inout ServeSettings) throws(ValueRefusal) -> Void
    /// The values, as `read` takes them.
    let write: @Sendable (ServeSettings) -> [String]

    var flag: String { "--\(name)" }
    /// Whether the flag alone means `on`.
    var isSwitch: Bool { placeholder == ServeOption.switchPlaceholder }
    var variable: String { Self.variablePrefix + "_" + name.uppercased().replacing("-", with: "_") }

    static let variablePrefix = "MARTLET"
    static let switchPlaceholder = "on|off"

    /// The section of an option in the help and the documentation.
    enum Section: String, CaseIterable, Sendable {
        case listening = "Listening"
        case tls = "TLS"
        case proxies = "Behind a proxy"
        case data = "Data"
        case access = "Access"
        case limits = "Limits"
        case logging = "Logging"
    }
}

/// A refused value.
struct ValueRefusal: Error {
    /// The allowed values, as in "takes a number from 0 to 65535".
    let allowed: String
    /// Whether a value is a number of bytes or a time without a unit.
    let lacksUnit: Bool

    init(_ allowed: String, lacksUnit: Bool = false) { (self.allowed, self.lacksUnit) = (allowed, lacksUnit) }

    /// - Parameter place: Where the value stands: a flag, a variable, or a line of the file.
    func sentence(at place: String, _ values: [String]) -> String {
        let shown = values.map(Self.shown).joined(separator: ", ")
        if shown.isEmpty { return "\(place) takes \(allowed), and is empty." }
        return "\(place) takes \(allowed), not \(shown)\(lacksUnit ? ", which has no unit" : "")."
    }

    /// An address with a user in it may have the password, too. Then only its scheme is shown.
    private static func shown(_ value: String) -> String {
        guard let scheme = value.firstRange(of: "://"), value.contains("@") || value.contains("password=") else {
            return value
        }
        return "\(value[..<scheme.upperBound])…"
    }
}

extension ServeOption {
    /// The option with this name; for a wrong name, the most similar one.
    static func named(_ name: String) -> Result<ServeOption, UnknownOption> {
        if let option = all.first(where: { $0.name == name }) { return .success(option) }
        return .failure(UnknownOption(name: name, similar: Similarity.closest(to: name, among: all.map(\.name))))
    }
}

/// A name without an option.
struct UnknownOption: Error {
    let name: String
    let similar: String?
}
