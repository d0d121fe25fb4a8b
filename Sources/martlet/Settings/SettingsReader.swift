import ArgumentParser
import ChatServer
import Configuration
import Synchronization
import SystemPackage

/// The source of an option's value.
enum SettingsSource: Hashable, Sendable {
    case flag
    case variable
    case file(path: String, line: Int)
    case standard

    func text(_ option: ServeOption) -> String {
        switch self {
        case .flag: "flag \(option.flag)"
        case .variable: "environment \(option.variable)"
        case .file(let path, let line): "\(path), line \(line)"
        case .standard: "default"
        }
    }
}

/// Reads the settings: a flag overrides its environment variable, which overrides the configuration
/// file, which overrides the default.
@available(macOS 15, *)
struct SettingsReader {
    private(set) var settings: ServeSettings
    private(set) var sources: [String: SettingsSource] = [:]
    /// A sentence for each environment variable that looks like a setting, and is none.
    private(set) var warnings: [String] = []
    /// What is wrong: a `StartError` for the file and for each of its keys, then a
    /// `ValidationError` for each flag and each variable. The settings are without these values.
    private(set) var faults: [any Error] = []

    /// Reads all sources. What is wrong with them is in ``faults``.
    init(_ arguments: ServeArguments, environment: [String: String]) async {
        settings = ServeSettings(environment: environment)
        // An empty variable counts as absent.
        let variables = environment.filter { !$0.value.isEmpty }
        warnings = Self.warnings(variables.keys)
        let path = arguments.file ?? variables[ServeArguments.fileVariable]
        let file = await Self.file(path)
        faults = file.faults
        let answered = AnsweringProvider()
        let reader = ConfigReader(
            providers: [
                InMemoryProvider(name: "flags", values: Self.keyed(arguments.values)),
                EnvironmentVariablesProvider(environmentVariables: variables)
                    .prefixKeys(with: ConfigKey([ServeOption.variablePrefix.lowercased()])),
                file.provider,
            ],
            accessReporter: answered)
        for option in ServeOption.all {
            guard let values = Self.values(of: option, reader) else { continue }
            let line = file.lines[option.name] ?? 1
            let all: [SettingsSource] = [.flag, .variable, .file(path: path ?? "", line: line)]
            let source = answered.index.withLock { all.indices.contains($0) ? all[$0] : .standard }
            take(values, of: option, from: source)
        }
    }

    /// What the other commands read. It may be set for a server, too.
    private static let clientVariables: Set = ["MARTLET_SERVER", "MARTLET_NAME", "MARTLET_CA", "MARTLET_TOKEN_FILE"]

    private static func warnings(_ variables: some Sequence<String>) -> [String] {
        let known = ServeOption.all.map(\.variable) + [ServeArguments.fileVariable]
        let unknown = variables.filter {
            $0.hasPrefix(ServeOption.variablePrefix + "_") && !known.contains($0) && !clientVariables.contains($0)
        }
        return unknown.sorted().map {
            let hint = Similarity.closest(to: $0, among: known).map { " Did you mean \($0)?" } ?? ""
            return "The environment variable \($0) is not a setting, and has no effect.\(hint)"
        }
    }

    private mutating func take(_ values: [String], of option: ServeOption, from source: SettingsSource) {
        do throws(ValueRefusal) {
            try option.read(values, &settings)
            sources[option.name] = source
        } catch {
            let place = source == .variable ? option.variable : option.flag
            faults.append(ValidationError(error.sentence(at: place, values)))
        }
    }

    private static func values(of option: ServeOption, _ reader: ConfigReader) -> [String]? {
        let key = ConfigKey([option.name])
        return option.isList ? reader.stringArray(forKey: key) : reader.string(forKey: key).map { [$0] }
    }

    /// The last one of a repeated flag counts, unless it is a list.
    private static func keyed(_ flags: [String: [String]]) -> [AbsoluteConfigKey: ConfigValue] {
        var keyed: [AbsoluteConfigKey: ConfigValue] = [:]
        for option in ServeOption.all {
            guard let values = flags[option.name], let last = values.last else { continue }
            let all = values.flatMap { $0.split(separator: ",").map(String.init) }
            let content = option.isList ? ConfigContent.stringArray(all) : .string(last)
            keyed[AbsoluteConfigKey([option.name])] = ConfigValue(content, isSecret: false)
        }
        return keyed
    }

    private static func file(
        _ path: String?
    ) async -> (provider: any ConfigProvider, lines: [String: Int], faults: [StartError]) {
        let none = InMemoryProvider(name: "no file", values: [:])
        guard let path else { return (none, [:], []) }
        do {
            let provider = try await FileProvider<SettingsFile>(
                parsingOptions: .init(path: path), filePath: FilePath(path))
            let file = provider.snapshot() as? SettingsFile
            return (provider, file?.entries.mapValues(\.line) ?? [:], file?.faults ?? [])
        } catch {
            let unreadable = StartError(
                "Can't read the configuration file \(path). Check the path given with --config, and its permissions.")
            return (none, [:], [error as? StartError ?? unreadable])
        }
    }
}

/// Records which provider answered the last request, by its index.
@available(macOS 15, *)
private final class AnsweringProvider: AccessReporter {
    let index = Mutex(0)

    func report(_ event: AccessEvent) {
        let answered = event.providerResults.firstIndex { (try? $0.result.get().value) != nil }
        index.withLock { $0 = answered ?? event.providerResults.count }
    }
}
