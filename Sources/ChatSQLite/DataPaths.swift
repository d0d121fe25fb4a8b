import ChatRooms
import ChatSQL
import ChatWire
import Foundation

/// The paths within a data folder.
public struct DataPaths: Hashable, Sendable {
    /// The folder.
    public let folder: String

    /// Creates the paths. Nothing is read or created.
    ///
    /// - Parameter folder: absolute, or relative to the current folder
    public init(_ folder: String) { self.folder = URL(fileURLWithPath: folder).path }

    /// The database.
    public var database: String { folder + "/martlet.db" }
    /// The database of accounts, unless they are in PostgreSQL.
    public var accounts: String { folder + "/accounts.db" }
    /// The path beside which the ``Watermark`` lies if the log is in PostgreSQL.
    public var postgres: String { folder + "/postgres" }
    /// The key of guest tokens, unless it is in PostgreSQL.
    public var tokenKey: String { folder + "/token.key" }
    /// The socket through which commands reach the running server.
    public var controlSocket: String { folder + "/control.sock" }
    /// The folder of files' bytes, each under its place.
    public var files: String { folder + "/files" }
    /// The folder of incomplete files.
    public var incoming: String { files + "/incoming" }
    /// Names the bucket with the files, if they are not in this folder.
    public var bucket: String { folder + "/files.s3" }
    /// The folder in which a backup is unpacked and checked.
    public var restoring: String { folder + "/restoring" }

    /// The folder in which a log that comes from PostgreSQL is put together.
    public var moving: String { folder + "/moving" }

    /// Whether there is a database of accounts.
    public var hasAccounts: Bool { ByteFile.exists(accounts) }

    /// Whether there is a log in SQLite.
    public var hasDatabase: Bool { ByteFile.exists(database) }

    /// Whether the log of this folder is in PostgreSQL.
    public var logIsInPostgres: Bool { ByteFile.exists(postgres + ".watermark") }

    /// Whether a move of the log to PostgreSQL was interrupted at its end. Then both may have the
    /// whole log, and neither must be served.
    public var isMoveInterrupted: Bool { hasDatabase && logIsInPostgres }

    /// Whether a move of the log from PostgreSQL into this folder was interrupted. Then only
    /// PostgreSQL knows which of both has the log.
    public var isMoveBackInterrupted: Bool { ByteFile.exists(moving) }

    /// The epoch of the log that an interrupted move from PostgreSQL has copied; `nil` unless it
    /// has copied all of it.
    package var epochMoving: Epoch? {
        guard isMoveBackInterrupted else { return nil }
        // The watermark is moved out of `moving` before the database is.
        for path in [moving + "/martlet.db", database] where ByteFile.exists(path + ".watermark") {
            return (try? WatermarkFile(beside: path))?.read()?.epoch
        }
        return nil
    }

    /// Removes the copy of an interrupted move from PostgreSQL.
    package func discardMoving() throws(StoreError) { try ByteFile.removeFolder(moving) }

    /// - Throws: ``StoreError/unusable(_:)`` if there is a file at the folder's path.
    package func requireFolder() throws(StoreError) {
        var isFolder: ObjCBool = false
        let isThere = FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder)
        guard isThere, !isFolder.boolValue else { return }
        throw .unusable("\(folder) is a file, not a folder. Name the server's data folder.")
    }

    /// - Throws: ``StoreError/unusable(_:)`` if this user may not look into the folder. Then
    ///   nothing can be said of what is in it: each file would seem to be missing.
    package func requireSearchable() throws(StoreError) {
        guard access(folder, X_OK) != 0, errno == EACCES else { return }
        throw .unusable("The folder \(folder) can't be read (\(systemError())): run the command as its owner.")
    }

    /// Creates the folder, and those above it, if it is not there. Only its owner may read it. The
    /// new names are on disk then: otherwise a power cut could take the folder away with everything
    /// in it.
    package func makeFolder() throws {
        var created: [URL] = []
        var place = URL(fileURLWithPath: folder)
        while !ByteFile.exists(place.path) {
            created.append(place)
            place.deleteLastPathComponent()
        }
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for parent in created.map({ $0.deletingLastPathComponent().path }) where access(parent, R_OK) == 0 {
            try ByteFile.flushFolder(parent)
        }
    }

    /// Checks that this user may read and write the folder and what a server opens in it. A folder
    /// that is not there must be one that this user can make. Nothing is written.
    ///
    /// - Throws: ``StoreError/unusable(_:)``, also for a folder on a network file system
    public func checkAccess() throws(StoreError) {
        try requireFolder()
        guard ByteFile.exists(folder) else { return try checkCreation() }
        try NetworkFileSystem.refuse(folder)
        guard access(folder, R_OK | W_OK | X_OK) == 0 else {
            throw .unusable(
                "The folder \(folder) can't be used (\(systemError())): check who owns it. It must be the server's user."
            )
        }
        let databases = [database, accounts].flatMap { path in ["", "-wal", "-shm"].map { path + $0 } }
        let others = [".lock", ".watermark"].map { database + $0 } + [postgres + ".watermark", tokenKey, files]
        for path in databases + others where ByteFile.exists(path) && access(path, R_OK | W_OK) != 0 {
            throw .unusable(
                "\(path) can't be used (\(systemError())): check who owns it. It must be the server's user.")
        }
    }

    private func checkCreation() throws(StoreError) {
        var parent = URL(fileURLWithPath: folder)
        repeat { parent.deleteLastPathComponent() } while !ByteFile.exists(parent.path) && parent.path != "/"
        guard access(parent.path, W_OK | X_OK) == 0 else {
            throw .unusable(
                "The folder \(folder) is not there, and can't be made in \(parent.path) (\(systemError())): choose another one, or make it for the server's user."
            )
        }
        try NetworkFileSystem.refuse(parent.path)
    }

    /// - Parameter option: the option of the command that names the folder
    /// - Throws: ``StoreError/unusable(_:)`` if the folder has no SQLite database, or this user may
    ///   not look into it.
    func requireDatabase(namedBy option: String = "--data") throws(StoreError) {
        guard !hasDatabase else { return }
        try requireFolder()
        try requireSearchable()
        throw .unusable(
            logIsInPostgres
                ? "There is no database \(database): the log of this folder is in PostgreSQL. Use PostgreSQL's own tools for it."
                : "There is no database \(database). Pass the server's data folder with \(option).")
    }

    /// - Throws: ``StoreError/unusable(_:)`` if a move from PostgreSQL was interrupted
    func requireNoMoveBack() throws(StoreError) {
        guard !isMoveBackInterrupted else {
            throw .unusable(
                "A move from PostgreSQL into \(folder) was not finished: run martlet move with --to \(folder) again first."
            )
        }
    }

    /// - Throws: ``StoreError/unusable(_:)`` if the log of the folder is in PostgreSQL, or may be.
    ///   With a second log in SQLite no server would start.
    func requireNoPostgres() throws(StoreError) {
        try requireNoMoveBack()
        guard logIsInPostgres else { return }
        throw .unusable(
            "The log of \(folder) is in PostgreSQL, and this command writes one in SQLite. Choose another folder.")
    }

    /// - Throws: ``StoreError/unusable(_:)`` if the accounts of the folder are in PostgreSQL.
    package func requireAccountsHere() throws(StoreError) {
        guard logIsInPostgres else { return }
        throw .unusable(
            "The accounts of \(folder) are in PostgreSQL, where only a running server changes them. Start the server that has this folder, and run the command again beside it."
        )
    }

    /// Whether a restore was interrupted while it put files in place. Then the folder must not be
    /// served. The restore moves the database away first, and puts the new one in place last.
    public var isRestoreInterrupted: Bool { ByteFile.exists(restoring) && !ByteFile.exists(database) }
}
