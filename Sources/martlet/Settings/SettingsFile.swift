import ChatServer
import Configuration
import Foundation
import Yams

/// The configuration file: YAML (JSON is a part of it), with one key for each option.
///
/// Everything in it is validated when it is read, even values that a flag or a variable overrides.
/// What is wrong with one key does not hide what is wrong with the next one.
@available(macOS 15, *)
struct SettingsFile: FileConfigSnapshot {
    /// One key of the file.
    struct Entry: Sendable {
        let values: [String]
        /// The line of the key, from 1.
        let line: Int
    }

    /// The path, for error messages.
    struct ParsingOptions: FileParsingOptions {
        var path = ""
        static let `default` = ParsingOptions()
    }

    let providerName: String
    let entries: [String: Entry]
    /// A sentence for each key that is no option, or has a value that its option does not take.
    /// They are not in ``entries``.
    let faults: [StartError]

    init(data: RawSpan, providerName: String, parsingOptions: ParsingOptions) throws {
        let text = data.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        self.providerName = providerName
        (entries, faults) = try Self.entries(of: text, in: parsingOptions.path)
    }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.joined(separator: ".")
        guard let entry = entries[name] else { return LookupResult(encodedKey: name, value: nil) }
        let content = type == .stringArray ? ConfigContent.stringArray(entry.values) : .string(entry.values.first ?? "")
        return LookupResult(encodedKey: name, value: ConfigValue(content, isSecret: false))
    }

    var description: String { "\(providerName)[\(entries.count) values]" }
    var debugDescription: String { description }

    // MARK: Reading

    /// - Throws: ``StartError`` for a text that has no keys
    private static func entries(
        of text: String, in path: String
    ) throws(StartError) -> ([String: Entry], faults: [StartError]) {
        guard let node = try compose(text, path) else { return ([:], []) }
        guard let pairs = node.mapping else {
            throw StartError("\(path) is not a configuration file. Write one option per line, such as \"port: 8080\".")
        }
        var entries: [String: Entry] = [:]
        var faults: [StartError] = []
        for (key, node) in pairs {
            let line = key.mark?.line ?? 1
            do throws(StartError) {
                let (option, values) = try entry(key, node, "\(path), line \(line):")
                entries[option.name] = Entry(values: values, line: line)
            } catch {
                faults.append(error)
            }
        }
        return (entries, faults)
    }

    /// An option, and values that it takes.
    private static func entry(
        _ key: Node, _ node: Node, _ place: String
    ) throws(StartError) -> (ServeOption, [String]) {
        let option = try option(key.scalar?.string ?? "", place)
        let values = try values(of: node, option, place)
        var scratch = ServeSettings(environment: [:])
        do throws(ValueRefusal) { try option.read(values, &scratch) } catch {
            throw StartError(error.sentence(at: "\(place) \(option.name)", values))
        }
        return (option, values)
    }

    private static func compose(_ text: String, _ path: String) throws(StartError) -> Node? {
        do { return try Yams.compose(yaml: text) } catch {
            switch error as? YamlError {
            case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
                .composer(_, let problem, let mark, _):
                throw StartError("\(path), line \(mark.line): this is not YAML: \(problem).")
            case .duplicatedKeysInMapping(let keys, let context):
                let sentences = keys.sorted().map { key in
                    "\(path), \(place(of: key, in: text, first: context.mark.line)): \(key) is here twice. Remove one."
                }
                throw StartError(sentences.joined(separator: " "))
            default:
                throw StartError("\(path) is not YAML in UTF-8. Write one option per line, such as \"port: 8080\".")
            }
        }
    }

    /// The lines of a key that is there more than once; its first line, if the others are not
    /// found. YAML may write a key in many ways, and the parser tells the first line only.
    private static func place(of key: String, in text: String, first: Int) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
            .filter { _, line in
                let rest = line.drop { " \t{,\"'".contains($0) }
                guard rest.hasPrefix(key) else { return false }
                return rest.dropFirst(key.count).drop { " \t\"'".contains($0) }.hasPrefix(":")
            }
            .map { "\($0.offset + 1)" }
        guard let last = lines.last, lines.count > 1 else { return "line \(first)" }
        return "lines \(lines.dropLast().joined(separator: ", ")) and \(last)"
    }

    private static func option(_ name: String, _ place: String) throws(StartError) -> ServeOption {
        switch ServeOption.named(name) {
        case .success(let option): return option
        case .failure(let unknown):
            let hint =
                unknown.similar.map { "Did you mean \($0)?" } ?? "martlet serve --print-config lists all options."
            throw StartError("\(place) \(name) is not an option. \(hint)")
        }
    }

    private static func values(
        of node: Node, _ option: ServeOption, _ place: String
    ) throws(StartError) -> [String] {
        if let scalar = node.scalar, node.null == nil { return [scalar.string] }
        if let nodes = node.sequence, option.isList, nodes.allSatisfy({ $0.scalar != nil }) {
            return nodes.compactMap(\.scalar?.string)
        }
        throw StartError("\(place) \(option.name) takes \(option.isList ? "a list of texts" : "one value").")
    }
}
