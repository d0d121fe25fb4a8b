import Foundation

/// The options as text: for `--help`, for `--print-config`, and as the tables of docs/serve.md.
enum OptionText {
    // MARK: --help

    /// Every option with its variable and its default, grouped by section.
    static let help: String = {
        var lines = [
            "A flag overrides its environment variable, which overrides the configuration file, which overrides the default. The keys of the file (YAML or JSON) are the flags without --. Stop the server with Control-C: commits finish first.",
            "", "OPTIONS:",
            entry(
                "--config <FILE>",
                "The configuration file. By default none is read. [\(ServeArguments.fileVariable)]"),
            entry(
                ServeArguments.printing,
                "Print each option's value and its source as a configuration file, and exit."),
            entry(
                ServeArguments.checking,
                "Say all that would keep a server with these options from starting, and exit: with status 0 if there is nothing. It takes no port and changes nothing, so the server may run."
            ),
            entry("-h, --help", "Show help information."),
        ]
        for section in ServeOption.Section.allCases {
            let options = ServeOption.all.filter { $0.section == section }
            if options.isEmpty { continue }
            lines += ["", "\(section.rawValue):"] + options.map(entry)
        }
        return lines.joined(separator: "\n")
    }()

    private static func entry(_ option: ServeOption) -> String {
        let words = plain(
            "\(option.help) [\(option.variable)\(option.isList ? ", separated by commas" : "")] (default: \(standard(option)))"
        )
        return entry("\(option.flag) <\(option.placeholder)>", words)
    }

    /// A flag in the first column, its description in the second.
    private static func entry(_ flag: String, _ words: String) -> String {
        let indent = String(repeating: " ", count: 26)
        var lines = [""]
        for word in words.split(separator: " ") {
            let last = lines[lines.count - 1]
            if last.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if last.count + word.count < 52 {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        let first = "  " + flag.padding(toLength: max(24, flag.count), withPad: " ", startingAt: 0)
        let separator = flag.count < 24 ? "" : "\n" + indent
        return first + separator + lines.joined(separator: "\n" + indent)
    }

    /// The text without Markdown.
    private static func plain(_ text: String) -> String {
        text.replacing("`", with: "").replacing(/\[([^\]]*)\]\([^)]*\)/) { "\($0.output.1)" }
    }

    // MARK: --print-config

    /// A configuration file with every option, and each value's source. Passwords in addresses are
    /// `…`: the output ends up in reports of problems.
    static func configuration(_ settings: ServeSettings, _ sources: [String: SettingsSource]) -> String {
        let rows = ServeOption.all.map { option in
            (
                value: "\(option.name): \(yaml(option, settings))",
                source: (sources[option.name] ?? .standard).text(option)
            )
        }
        let width = rows.map(\.value.count).max() ?? 0
        return rows.map { "\($0.value.padding(toLength: width, withPad: " ", startingAt: 0))  # \($0.source)\n" }
            .joined()
    }

    private static func yaml(_ option: ServeOption, _ settings: ServeSettings) -> String {
        let values = option.write(settings).map(\.withoutPassword).map {
            $0.wholeMatch(of: /[A-Za-z0-9\/][A-Za-z0-9_.\/-]*/) == nil ? quoted($0) : $0
        }
        return option.isList ? "[\(values.joined(separator: ", "))]" : values.first ?? "\"\""
    }

    private static func quoted(_ text: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        return (try? encoder.encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "\"\""
    }

    // MARK: docs/serve.md

    /// The tables of the page on `martlet serve`.
    static let tables: String = ServeOption.Section.allCases.compactMap { section in
        let options = ServeOption.all.filter { $0.section == section }
        if options.isEmpty { return nil }
        let rows = options.map { option in
            let flag = "\(option.flag) \(option.placeholder)".replacing("|", with: "\\|")
            let text =
                option.isList
                ? option.help + " Repeat the flag for more; separate with commas in the variable." : option.help
            return "| `\(flag)` | `\(option.variable)` | \(documented(option)) | \(text) |\n"
        }
        return "### \(section.rawValue)\n\n| flag | environment | default | |\n|---|---|---|---|\n" + rows.joined()
    }.joined(separator: "\n")

    private static func documented(_ option: ServeOption) -> String {
        let text = standard(option)
        return option.defaultText != nil || text == "none" ? text : "`\(text)`"
    }

    private static func standard(_ option: ServeOption) -> String {
        if let text = option.defaultText { return text }
        let values = option.write(ServeSettings(environment: [:]))
        return values.isEmpty ? "none" : values.joined(separator: ", ")
    }
}

extension String {
    /// A URI without its password, in front of the host or as a parameter. Other texts stay as they
    /// are.
    var withoutPassword: String {
        guard let scheme = firstRange(of: "://") else { return self }
        let rest = self[scheme.upperBound...]
        var hidden = String(rest)
        if let at = rest.lastIndex(of: "@"), let colon = rest[..<at].firstIndex(of: ":") {
            hidden = "\(rest[...colon])…\(rest[at...])"
        }
        hidden.replace(/([?&]password=)[^&]*/) { "\($0.output.1)…" }
        return self[..<scheme.upperBound] + hidden
    }
}
