import ArgumentParser
import ChatRooms
import ChatSQLite
import Foundation

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Verify a data folder: rows, numbers, indexes and the bytes of files, also while the server runs.",
        discussion: """
            Files in a bucket are read from there, with AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

            Each finding is a line: the room, the number and the problem, separated by tabs. Exit \
            status: 0 for no findings, 1 for findings, 2 if the check failed.

            --repair needs a stopped server. It keeps a copy of the database in the data folder \
            (repaired-…). Then it replaces each damaged or missing message by a tombstone, \
            rebuilds the indexes, and forgets files whose bytes are missing or wrong. Without a \
            backup, the texts of these messages are lost. The output lists them.
            """)

    @Flag(help: "Repair what can be repaired. The server must be stopped.")
    var repair = false

    @OptionGroup var options: DataOption

    func run() throws {
        let progress = ByteProgress("Checking")
        let show = { (done: UInt64, total: UInt64) in progress.show(done, of: total) }
        let print = { (finding: Finding) in
            progress.clear()
            Swift.print(finding.line)
        }
        let isSound: Bool
        do throws(StoreError) {
            isSound = try repair ? repaired(show, print) : checked(show, print)
        } catch {
            progress.clear()
            StandardError.write("Error: \(error.description)\n")
            throw ExitCode(2)
        }
        if !isSound { throw ExitCode(1) }
    }

    private func checked(
        _ progress: @escaping (UInt64, UInt64) -> Void, _ found: @escaping (Finding) -> Void
    ) throws(StoreError) -> Bool {
        let summary = try Check.run(options.paths, remote: try options.remoteFiles(), progress: progress, found: found)
        say("Checked \(summary.events) messages and \(summary.files) files: \(findings(summary.findings)).")
        return summary.findings == 0
    }

    private func repaired(
        _ progress: @escaping (UInt64, UInt64) -> Void, _ found: @escaping (Finding) -> Void
    ) throws(StoreError) -> Bool {
        let summary = try Repair.run(
            options.paths, remote: try options.remoteFiles(), progress: progress, found: found, lost: found)
        guard let copy = summary.copy else {
            say("There is nothing to repair.")
            return true
        }
        say(
            "Repaired: \(findings(summary.found)) before, \(findings(summary.remaining)) now. The database as it was is in \(copy)."
        )
        return summary.remaining == 0
    }

    private func findings(_ count: UInt64) -> String {
        count == 0 ? "no findings" : count == 1 ? "1 finding" : "\(count) findings"
    }

    /// Prints to standard error: standard output has only the findings.
    private func say(_ sentence: String) {
        ByteProgress("").clear()
        StandardError.write(sentence + "\n")
    }
}
