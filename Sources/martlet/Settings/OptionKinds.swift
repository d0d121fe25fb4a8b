import ChatCore
import ChatS3

/// The place of a setting.
typealias SettingsPath<Value> = WritableKeyPath<ServeSettings, Value> & Sendable

/// The kinds of values of options.
extension ServeOption {
    /// Any text that is not empty.
    static func text(
        _ name: String, _ section: Section, _ placeholder: String, _ path: SettingsPath<String>,
        default defaultText: String? = nil, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: placeholder, isList: false, help: help, defaultText: defaultText,
            read: { values, settings throws(ValueRefusal) in settings[keyPath: path] = try single(values) },
            write: { [$0[keyPath: path]] })
    }

    /// A text, or `off` for `nil`.
    static func optionalText(
        _ name: String, _ section: Section, _ placeholder: String, _ path: SettingsPath<String?>,
        allowed: String, where isAllowed: @escaping @Sendable (String) -> Bool = { _ in true }, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: placeholder, isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                guard value == "off" || isAllowed(value) else { throw ValueRefusal(allowed) }
                settings[keyPath: path] = value == "off" ? nil : value
            },
            write: { [$0[keyPath: path] ?? "off"] })
    }

    /// Texts that a rule accepts.
    static func list(
        _ name: String, _ section: Section, _ placeholder: String, _ path: SettingsPath<[String]>,
        allowed: String, where isAllowed: @escaping @Sendable (String) -> Bool,
        lacksUnit: @escaping @Sendable (String) -> Bool = { _ in false }, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: placeholder, isList: true, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                guard values.allSatisfy(isAllowed) else {
                    throw ValueRefusal(allowed, lacksUnit: values.contains(where: lacksUnit))
                }
                settings[keyPath: path] = values
            },
            write: { $0[keyPath: path] })
    }

    /// A whole number.
    static func number(
        _ name: String, _ section: Section, _ path: SettingsPath<Int>, in range: ClosedRange<Int>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "N", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                settings[keyPath: path] = try number(single(values), in: range, or: "")
            },
            write: { ["\($0[keyPath: path])"] })
    }

    /// A whole number, or `off`.
    static func numberOrOff(
        _ name: String, _ section: Section, _ path: SettingsPath<Int?>, in range: ClosedRange<Int>,
        default defaultText: String? = nil, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "N", isList: false, help: help, defaultText: defaultText,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                settings[keyPath: path] = value == "off" ? nil : try number(value, in: range, or: ", or off")
            },
            write: { [$0[keyPath: path].map(String.init) ?? "off"] })
    }

    /// `on` or `off`. The flag without a value is `on`.
    static func onOrOff(_ name: String, _ section: Section, _ path: SettingsPath<Bool>, _ help: String) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: switchPlaceholder, isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                guard value == "on" || value == "off" else { throw ValueRefusal("on or off") }
                settings[keyPath: path] = value == "on"
            },
            write: { [$0[keyPath: path] ? "on" : "off"] })
    }

    /// `on`, `off`, or a bucket.
    static func fileStorage(
        _ name: String, _ section: Section, _ path: SettingsPath<FileStorageChoice>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "on|off|s3://…", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                guard let choice = FileStorageChoice(try single(values)) else {
                    throw ValueRefusal("on, off, or \(S3Address.form)")
                }
                settings[keyPath: path] = choice
            },
            write: { [$0[keyPath: path].description] })
    }

    /// One of a few words.
    static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ section: Section, _ placeholder: String, _ path: SettingsPath<Choice>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: placeholder, isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                guard let choice = Choice(rawValue: try single(values)) else {
                    throw ValueRefusal("one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
                }
                settings[keyPath: path] = choice
            },
            write: { [$0[keyPath: path].rawValue] })
    }

    /// A number of bytes, such as `25MiB`.
    static func bytes(
        _ name: String, _ section: Section, _ path: SettingsPath<UInt64>, in range: ClosedRange<UInt64>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "BYTES", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                settings[keyPath: path] = try bytes(single(values), in: range, or: "")
            },
            write: { [Quantity.bytes.text($0[keyPath: path])] })
    }

    /// A number of bytes, such as `4GiB`, or `off`.
    static func bytesOrOff(
        _ name: String, _ section: Section, _ path: SettingsPath<UInt64?>, in range: ClosedRange<UInt64>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "BYTES", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                settings[keyPath: path] = value == "off" ? nil : try bytes(value, in: range, or: ", or off")
            },
            write: { [$0[keyPath: path].map(Quantity.bytes.text) ?? "off"] })
    }

    /// A number of seconds, such as `24h`.
    static func duration(
        _ name: String, _ section: Section, _ path: SettingsPath<UInt64>, in range: ClosedRange<UInt64>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "TIME", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                guard let seconds = Quantity.seconds.number(value), range.contains(seconds) else {
                    let (least, most) = (
                        Quantity.seconds.text(range.lowerBound), Quantity.seconds.text(range.upperBound)
                    )
                    throw ValueRefusal(
                        "a time from \(least) to \(most), such as 90s, 15m, 24h or 30d",
                        lacksUnit: Quantity.lacksUnit(value))
                }
                settings[keyPath: path] = seconds
            },
            write: { [Quantity.seconds.text($0[keyPath: path])] })
    }

    /// A number of seconds, such as `90d`, or `off`.
    static func durationOrOff(
        _ name: String, _ section: Section, _ path: SettingsPath<UInt64?>, in range: ClosedRange<UInt64>, _ help: String
    ) -> ServeOption {
        ServeOption(
            name: name, section: section, placeholder: "TIME", isList: false, help: help, defaultText: nil,
            read: { values, settings throws(ValueRefusal) in
                let value = try single(values)
                let seconds = Quantity.seconds.number(value)
                guard value == "off" || seconds.map(range.contains) == true else {
                    let (least, most) = (
                        Quantity.seconds.text(range.lowerBound), Quantity.seconds.text(range.upperBound)
                    )
                    throw ValueRefusal(
                        "a time from \(least) to \(most), such as 24h or 90d, or off",
                        lacksUnit: Quantity.lacksUnit(value))
                }
                settings[keyPath: path] = seconds
            },
            write: { [$0[keyPath: path].map(Quantity.seconds.text) ?? "off"] })
    }

    private static func single(_ values: [String]) throws(ValueRefusal) -> String {
        guard values.count == 1, let value = values.first, !value.isEmpty else { throw ValueRefusal("one value") }
        return value
    }

    private static func bytes(
        _ text: String, in range: ClosedRange<UInt64>, or more: String
    ) throws(ValueRefusal) -> UInt64 {
        guard let bytes = Quantity.bytes.number(text), range.contains(bytes) else {
            let (least, most) = (Quantity.bytes.text(range.lowerBound), Quantity.bytes.text(range.upperBound))
            throw ValueRefusal(
                "a number of bytes from \(least) to \(most), such as 512KiB, 25MiB or 1GiB\(more)",
                lacksUnit: Quantity.lacksUnit(text))
        }
        return bytes
    }

    private static func number(_ text: String, in range: ClosedRange<Int>, or more: String) throws(ValueRefusal) -> Int
    {
        guard let number = Int(text), range.contains(number) else {
            throw ValueRefusal("a number from \(range.lowerBound) to \(range.upperBound)\(more)")
        }
        return number
    }
}
