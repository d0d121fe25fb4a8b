import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// TMDB's API, version 3: https://developer.themoviedb.org/reference.
public struct TMDB: Sendable {
    /// The addresses, the key, and the parameters of all requests.
    public struct Configuration: Sendable {
        /// `https://api.themoviedb.org/3`.
        public var api: URL
        /// `https://image.tmdb.org/t/p`.
        public var images: URL
        public var key: APIKey?
        /// The language of titles and texts, if TMDB has them in it: a code of ISO 639-1, and a
        /// country if necessary (`de-AT`).
        public var language: String?
        /// The maximum of seconds from the request to the answer's last byte.
        public var deadline: Double

        public init(
            api: URL? = nil, images: URL? = nil, key: APIKey?, language: String? = nil, deadline: Double = 15
        ) {
            self.api = api ?? Self.address("api.themoviedb.org", "/3")
            self.images = images ?? Self.address("image.tmdb.org", "/t/p")
            self.key = key
            self.language = language
            self.deadline = deadline
        }

        private static func address(_ host: String, _ path: String) -> URL {
            var parts = URLComponents()
            (parts.scheme, parts.host, parts.path) = ("https", host, path)
            return parts.url ?? URL(fileURLWithPath: path)
        }
    }

    public let configuration: Configuration
    private let http: HTTP

    public init(_ configuration: Configuration) {
        self.configuration = configuration
        http = HTTP(deadline: configuration.deadline)
    }

    /// The movies whose titles match a text.
    public func search(_ query: String, page: Int) async throws(MovieError) -> MoviePage {
        try await self.page(page, of: "search/movie", [("query", query)])
    }

    public func popular(page: Int) async throws(MovieError) -> MoviePage {
        try await self.page(page, of: "movie/popular")
    }

    public func discover(_ filter: Filter, page: Int) async throws(MovieError) -> MoviePage {
        try await self.page(page, of: "discover/movie", filter.parameters)
    }

    /// The details of a movie.
    public func movie(_ id: Movie.ID) async throws(MovieError) -> Movie {
        try await get("movie/\(id)", [])
    }

    /// A poster, 342 pixels wide. It is usually a JPEG.
    public func poster(_ path: PosterPath) async throws(MovieError) -> Data {
        let url = configuration.images.appendingPathComponent("w342").appendingPathComponent(path.name)
        let answer = try await http.get(URLRequest(url: url), atMost: Limits.posterBytes)
        guard answer.status == 200 else { throw failure(answer) }
        guard answer.type?.hasPrefix("image/") == true else { throw .unreadable("not an image") }
        return answer.body
    }

    private func page(
        _ number: Int, of path: String, _ parameters: [(name: String, value: String)] = []
    ) async throws(MovieError) -> MoviePage {
        let page: MoviePage = try await get(path, parameters + [("page", "\(number)")])
        guard page.page == number, page.totalPages >= 0, page.totalResults >= 0 else {
            throw .unreadable("page \(page.page) of \(page.totalPages), asked for \(number)")
        }
        return page
    }

    private func get<Answer: Decodable>(
        _ path: String, _ parameters: [(name: String, value: String)]
    ) async throws(MovieError) -> Answer {
        let answer = try await http.get(try request(path, parameters), atMost: Limits.answerBytes)
        guard answer.status == 200 else { throw failure(answer) }
        do {
            return try JSONDecoder().decode(Answer.self, from: answer.body)
        } catch {
            throw .unreadable(place(of: error))
        }
    }

    private func request(
        _ path: String, _ parameters: [(name: String, value: String)]
    ) throws(MovieError) -> URLRequest {
        guard let key = configuration.key else { throw .noKey }
        var parameters = parameters
        if let language = configuration.language { parameters.append(("language", language)) }
        if !key.isToken { parameters.append(("api_key", key.secret)) }
        var parts = URLComponents(url: configuration.api.appendingPathComponent(path), resolvingAgainstBaseURL: false)
        parts?.queryItems = parameters.map { URLQueryItem(name: $0.name, value: $0.value) }
        // A plus sign is a space to most servers, and URLComponents leaves it as it is.
        let query = parts?.percentEncodedQuery?.replacingOccurrences(of: "+", with: "%2B")
        parts?.percentEncodedQuery = query
        guard let url = parts?.url else { throw .unreachable("no address") }
        var request = URLRequest(url: url)
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if key.isToken { request.setValue("Bearer \(key.secret)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func failure(_ answer: HTTP.Answer) -> MovieError {
        struct Status: Decodable {
            let status_message: String
        }
        let status = try? JSONDecoder().decode(Status.self, from: answer.body)
        let message = String((status?.status_message ?? "no reason given").prefix(200))
        switch answer.status {
        case 401, 403: return .refused(message)
        case 404: return .notFound
        case 429: return .tooMany
        default: return .server(answer.status, message)
        }
    }
}

/// A key of the API (32 hexadecimal digits), or a token for reading (with dots). It prints as dots,
/// so that no log gets hold of it.
public struct APIKey: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let secret: String

    public init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // It goes into a header as it is.
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        secret = text
    }

    var isToken: Bool { secret.contains(".") }

    public var description: String { "•••" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Where in an answer something is wrong, without quoting it.
private func place(of error: any Error) -> String {
    switch error {
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        "wrong type at \(context.path)"
    case DecodingError.keyNotFound(let key, let context):
        "no \(key.stringValue) at \(context.path)"
    default:
        "not JSON"
    }
}

extension DecodingError.Context {
    fileprivate var path: String {
        "/" + codingPath.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: "/")
    }
}
