import ArgumentParser
import ChatWire
import Foundation
import Logging

/// How log entries are written, one a line, to standard error.
enum LogFormat: String, ExpressibleByArgument, CaseIterable, Sendable {
    case text
    case json

    func handler(label: String) -> any LogHandler {
        switch self {
        case .text: StreamLogHandler.standardError(label: label)
        case .json: JSONLogHandler(label: label)
        }
    }
}

/// A log entry as one JSON object: `at` (milliseconds since 1970), `level`, `label`, `message`, and what else it carries.
private struct JSONLogHandler: LogHandler {
    let label: String
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("at", Int64(Date().timeIntervalSince1970 * 1_000))
        writer.member("level", event.level.rawValue)
        writer.member("label", label)
        writer.member("message", event.message.description)
        for (key, value) in all.sorted(by: { $0.key < $1.key }) { writer.member(key, value.description) }
        writer.endObject()
        FileHandle.standardError.write(Data(writer.bytes + [UInt8(ascii: "\n")]))
    }
}
