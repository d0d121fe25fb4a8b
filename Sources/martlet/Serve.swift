import ArgumentParser
import ChatRooms
import ChatServer
import Foundation
import Logging

@available(macOS 15, *)
struct Serve: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start the server: the page, WebSockets, and lines for nc, all in one.",
        usage: "martlet serve [--config FILE] [--OPTION VALUE] …", discussion: OptionText.help, helpNames: [])

    /// Read by `ServeArguments`: the argument parser does not know the table of options.
    @Argument(parsing: .captureForPassthrough, help: .hidden) var arguments: [String] = []

    func validate() throws {
        let arguments = try ServeArguments(arguments)
        if arguments.wantsHelp { throw CleanExit.helpRequest(self) }
        if arguments.wantsVersion { throw CleanExit.message(ServerVersion.number) }
    }

    func run() async throws {
        let arguments = try ServeArguments(arguments)
        let reader = await SettingsReader(arguments, environment: ProcessInfo.processInfo.environment)
        let settings = reader.settings
        if arguments.printsConfiguration, reader.faults.isEmpty {
            print(OptionText.configuration(settings, reader.sources), terminator: "")
        }
        if arguments.checks { await check(reader) }
        if !reader.faults.isEmpty { refuse(reader.faults) }
        if arguments.printsConfiguration { return }
        LoggingSystem.bootstrap(settings.logFormat.handler)
        for warning in reader.warnings { Logger(label: "martlet").warning("\(warning)") }
        do {
            try await Serving(settings).run()
        } catch let error as StartError {
            fail(error.description, settings.logFormat)
        } catch let error as StoreError {
            let place = settings.store == nil ? "the disk" : "PostgreSQL"
            fail(
                "The server stopped because its store failed: \(error) What was acknowledged is on disk; check \(place) and start again.",
                settings.logFormat)
        }
    }

    /// Ends the command: with status 1, as a start that is refused, if there is anything that would
    /// keep the server from starting.
    private func check(_ reader: SettingsReader) async -> Never {
        var (faults, warnings) = (reader.faults.map(sentence), reader.warnings)
        if faults.isEmpty {
            let found = await ServeCheck(settings: reader.settings).run()
            faults = found.faults
            warnings += found.warnings
        } else {
            // Without the values that can't be read, it would find what is no fault.
            warnings.append(
                "Files, folders and addresses were not looked at yet: correct this first, then check again.")
        }
        for fault in faults { say(fault) }
        for warning in warnings { say("Warning: \(warning)") }
        guard faults.isEmpty else { Foundation.exit(1) }
        print("The server can start with this configuration, as far as can be seen without its ports and its database.")
        Foundation.exit(0)
    }

    /// Ends the command with what the settings are refused for.
    private func refuse(_ faults: [any Error]) -> Never {
        // A mistake on the command line or in a variable is followed by the usage.
        if let fault = faults.first as? ValidationError { Self.exit(withError: fault) }
        for fault in faults { say(sentence(fault)) }
        Foundation.exit(1)
    }

    private func sentence(_ fault: any Error) -> String { (fault as? ValidationError)?.message ?? "\(fault)" }

    private func say(_ sentence: String) { StandardError.write("martlet: \(sentence)\n") }

    /// Prints the sentence in the log's format: as text, or as a JSON entry.
    private func fail(_ sentence: String, _ format: LogFormat) -> Never {
        switch format {
        case .text: say(sentence)
        case .json: Logger(label: "martlet").critical("\(sentence)")
        }
        Foundation.exit(1)
    }
}
