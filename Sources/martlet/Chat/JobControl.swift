import Foundation

/// Finds out whether a shell has started the process, and can stop and continue it.
enum JobControl {
    /// Whether the parent is a shell with job control: in the same session, with the process as a
    /// job of its own. Only such a shell continues a stopped process.
    static var hasShell: Bool {
        let parent = getppid()
        return getsid(parent) == getsid(0) && getpgid(parent) != getpgrp()
    }
}
