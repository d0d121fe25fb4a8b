/// Why a movie, a page or a poster could not be had.
public enum MovieError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// No key was given.
    case noKey
    /// The server refuses the key (HTTP 401, 403), and says why.
    case refused(String)
    /// There is no such movie or poster.
    case notFound
    /// The server wants fewer questions (HTTP 429).
    case tooMany
    /// The server failed, or does not understand: its HTTP status, and what it says.
    case server(Int, String)
    /// Nobody answers there.
    case unreachable(String)
    /// The answer took longer than this many seconds.
    case slow(Double)
    /// The answer is none that TMDB would give.
    case unreadable(String)
    /// The answer is larger than this many bytes.
    case tooLarge(Int)

    public var number: Int {
        switch self {
        case .noKey: 1
        case .refused: 2
        case .notFound: 3
        case .tooMany: 4
        case .server: 5
        case .unreachable: 6
        case .slow: 7
        case .unreadable: 8
        case .tooLarge: 9
        }
    }

    /// Whether it may go well another time, nothing being changed.
    public var isTemporary: Bool {
        switch self {
        case .tooMany, .unreachable, .slow: true
        case .server(let status, _): status >= 500
        case .noKey, .refused, .notFound, .unreadable, .tooLarge: false
        }
    }

    public var description: String {
        "\(text) (error \(number)\(isTemporary ? "; try again later" : ""))"
    }

    private var text: String {
        switch self {
        case .noKey: "There is no TMDB key: make one at themoviedb.org/settings/api"
        case .refused(let message): "The server refuses the key: \(message)"
        case .notFound: "The server knows nothing of the kind"
        case .tooMany: "The server is asked too often"
        case .server(let status, let message): "The server failed with status \(status): \(message)"
        case .unreachable(let reason): "The server can't be reached: \(reason)"
        case .slow(let seconds): "The server did not answer within \(seconds) s"
        case .unreadable(let reason): "The server's answer can't be read: \(reason)"
        case .tooLarge(let bytes): "The server's answer is larger than \(bytes) bytes"
        }
    }
}
