import Foundation

extension DataFolder {
    /// Creates an empty file that belongs to the owner of the folder. Does nothing unless the
    /// process is root's and the folder another user's, or if there is such a file.
    ///
    /// Otherwise a command that root runs would create files that the server, as another user,
    /// can't open. SQLite gives the files beside a database to the database's owner.
    ///
    /// Must run before SQLite opens the file: closing any descriptor of it drops SQLite's locks
    /// (POSIX `fcntl`).
    func makeForOwner(_ file: String) {
        var owner = stat()
        guard geteuid() == 0, stat(path, &owner) == 0, owner.st_uid != 0 else { return }
        // `O_EXCL`: an existing file, or one that a link leads to, is never given away.
        let descriptor = open(file, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        // What fails here fails again where the file is opened, and is reported there.
        guard descriptor >= 0 else { return }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
        close(descriptor)
    }
}
