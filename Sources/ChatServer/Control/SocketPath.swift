import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// The path of a unix domain socket, as short as a socket's address wants it.
///
/// The system takes 107 bytes on Linux (`unix(7)`) and 103 on Apple's systems; SwiftNIO takes 103.
/// On Linux a longer path gets a shorter name: its folder is opened, and named by its descriptor
/// under `/proc/self/fd`. Elsewhere a longer path stays as it is, and the system refuses it.
public final class SocketPath: Sendable {
    /// The path or its short name. Valid as long as this object exists.
    public let name: String
    private static let longest = 103
    private let folder: Int32?

    /// - Parameter path: absolute
    public init(_ path: String) {
        #if os(Linux)
            if path.utf8.count > Self.longest, let slash = path.lastIndex(of: "/") {
                let folder = open(String(path[...slash]), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                if folder >= 0 {
                    self.folder = folder
                    name = "/proc/self/fd/\(folder)\(path[slash...])"
                    return
                }
            }
        #endif
        folder = nil
        name = path
    }

    deinit { if let folder { close(folder) } }
}
