import ArgumentParser
import ChatRooms
import ChatSQLite
import Foundation

/// The data folder of a command: by default the same as for `serve`.
struct DataOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The server's data folder. [MARTLET_DATA] (default: $XDG_DATA_HOME/martlet or ~/.local/share/martlet)",
            valueName: "folder"))
    var data: String?

    func validate() throws {
        // A script's `--data "$UNSET"` would be the working folder.
        if data?.isEmpty == true { throw ValidationError("--data takes a folder, and is empty.") }
    }

    var paths: DataPaths { Self.paths(data) }

    /// The files of the folder that are in a bucket; `nil` if there is none.
    func remoteFiles() throws(StoreError) -> (any RemoteFiles)? { try FileBucket(paths: paths).remoteFiles() }

    /// The folder that is named on the command line, or by the environment.
    static func paths(_ folder: String?) -> DataPaths {
        let environment = ProcessInfo.processInfo.environment
        let named = folder ?? environment["MARTLET_DATA"].flatMap { $0.isEmpty ? nil : $0 }
        return DataPaths(named ?? DataDirectory.standard(environment))
    }
}
