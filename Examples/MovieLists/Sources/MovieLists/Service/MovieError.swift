/// Why a movie, a page or a poster could not be loaded.
public enum MovieError: Error, Codable, Hashable, Sendable, CustomStringConvertible {
    /// No key was given.
    case noKey
    /// The server refuses the key (HTTP 401, 403). The text is the server's reason.
    case refused(String)
    /// There is no such movie or poster.
    case notFound
    /// There were too many requests (HTTP 429).
    case tooMany
    /// The server failed, or did not understand the request: its HTTP status and its text.
    case server(Int, String)
    /// The server can't be reached. The text is the reason.
    case unreachable(String)
    /// The answer took longer than this many seconds.
    case slow(Double)
    /// The answer is not one of TMDB's API. The text is the reason.
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

    /// Whether the same request may succeed later.
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
        case .notFound: "The server has no such movie or poster"
        case .tooMany: "There were too many requests"
        case .server(let status, let message): "The server failed with status \(status): \(message)"
        case .unreachable(let reason): "The server can't be reached: \(reason)"
        case .slow(let seconds): "The server did not answer within \(seconds) s"
        case .unreadable(let reason): "The server's answer can't be read: \(reason)"
        case .tooLarge(let bytes): "The server's answer is larger than \(bytes) bytes"
        }
    }
}
