import ChatCore
import Foundation

/// The folder where `martlet chat` keeps a user's identity and unsent messages. Only its owner can
/// read the default folder: the identity is as good as a password. A folder of the user's choice
/// keeps its mode if it exists.
struct StateFolder {
    let url: URL

    /// - Parameter path: the user's choice; `nil` for a folder of this server and user
    /// - Throws: ``CommandFailure`` if the folder can't be made.
    init(_ path: String?, address: ServerAddress, options: ClientOptions) throws {
        url = path.map { URL(fileURLWithPath: $0) } ?? StateFolder.standard(address, options)
        do {
            try DiskFileSystem().syncFolder(of: storage.path)
            if path == nil {
                try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: url.path)
            }
        } catch {
            throw CommandFailure("The folder \(url.path) can't be made. Choose another one with --outbox.")
        }
    }

    var storage: FileStorage { FileStorage(path: url.appendingPathComponent("journal").path) }

    /// The error of a folder that can't be used, with what to do.
    func failure(_ error: StorageError) -> CommandFailure {
        guard case .unusable(let reason) = error else { return CommandFailure(error.description) }
        return CommandFailure("\(reason) Or choose another user with --name, or another folder with --outbox.")
    }

    private static func standard(_ address: ServerAddress, _ options: ClientOptions) -> URL {
        let process = ProcessInfo.processInfo
        let state =
            process.nonEmpty("XDG_STATE_HOME").map { URL(fileURLWithPath: $0) }
            ?? FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(".local/state")
        var name = "\(address.host)-\(address.port)"
        // A token belongs to one user. The name that is asked for does not matter.
        if let token = options.user.file?.path {
            name += "-token-" + URL(fileURLWithPath: token).standardizedFileURL.path
        } else if let guest = options.displayName() {
            name += "-\(guest)"
        }
        return state.appendingPathComponent("martlet").appendingPathComponent(FileStorage.escaped(name))
    }
}
