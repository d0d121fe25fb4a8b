import Foundation
import MovieLists

/// The options and the command, from the command line and the environment.
struct Options {
    static let usage = """
        Usage: movielists [OPTIONS] COMMAND

          search WORDS…                 movies with these words in their titles
          popular                       the movies that are popular today
          discover                      [--sort popularity|rating|newest] [--year YEAR]
          show ID                       the details of a movie
          poster ID [FILE]              its poster, into a file
          wish [ID | remove ID]         the wish list; add to it, remove from it
          seen [ID | remove ID]         the same for what you have seen
          lists                         your lists
          list create TITLE             a list of your own
          list show TITLE
          list add TITLE ID
          list remove TITLE ID
          list move TITLE ID POSITION   from 1
          list rename TITLE NEW-TITLE
          list delete TITLE

        Options:
          --page N        of search, popular and discover; 1
          --key KEY       of TMDB's API. Other users may see it in the list of processes: set TMDB_API_KEY instead
          --api URL       TMDB_API; https://api.themoviedb.org/3
          --images URL    TMDB_IMAGES; https://image.tmdb.org/t/p
          --language L    of titles and texts, such as de-AT
          --deadline S    seconds an answer may take; 15
          --state FILE    MOVIELISTS_STATE; where the lists are
          --posters DIR   where posters are kept
          --log FILE      write the actions to this file, for a test to replay
          --              the words after this are no options
        """

    /// The command.
    private(set) var words: [String] = []
    private(set) var page = 1
    private(set) var filter = Filter()
    private(set) var log: URL?
    private(set) var state: URL
    private(set) var posters: URL
    private(set) var service: TMDB.Configuration

    init(_ arguments: some Sequence<String>, environment: [String: String]) throws {
        let files = FileManager.default
        state =
            try Self.path(environment["MOVIELISTS_STATE"])
            ?? files.url(for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            .appendingPathComponent("movielists/state")
        posters = try files.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            .appendingPathComponent("movielists/posters")
        service = TMDB.Configuration(
            api: try Self.address(environment["TMDB_API"]), images: try Self.address(environment["TMDB_IMAGES"]),
            key: environment["TMDB_API_KEY"].flatMap { APIKey($0) })
        var rest = arguments.makeIterator()
        while let word = rest.next() {
            if word == "--" {
                while let word = rest.next() { words.append(word) }
                break
            }
            guard word.hasPrefix("--") else {
                words.append(word)
                continue
            }
            guard let value = rest.next() else { throw UsageError("\(word) needs a value") }
            try set(word, value)
        }
    }

    private mutating func set(_ option: String, _ value: String) throws {
        switch option {
        case "--page": page = try Self.number(option, value, 1...Limits.pages)
        case "--year": filter.year = try Self.number(option, value, 1_870...2_200)
        case "--deadline": service.deadline = Double(try Self.number(option, value, 1...3_600))
        case "--language": service.language = value
        case "--api": service.api = try Self.address(value) ?? service.api
        case "--images": service.images = try Self.address(value) ?? service.images
        case "--state": state = Self.path(value) ?? state
        case "--posters": posters = Self.path(value) ?? posters
        case "--log": log = Self.path(value)
        case "--key":
            guard let key = APIKey(value) else { throw UsageError("That is no key") }
            service.key = key
        case "--sort":
            guard let order = Filter.Order(rawValue: value) else {
                throw UsageError("--sort is one of \(Filter.Order.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            filter.order = order
        default: throw UsageError("There is no option \(option)")
        }
    }

    static func number(_ what: String, _ text: String, _ range: ClosedRange<Int>) throws -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw UsageError("\(what) is a number from \(range.lowerBound) to \(range.upperBound), not “\(text)”")
        }
        return number
    }

    private static func address(_ text: String?) throws -> URL? {
        guard let text else { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
            throw UsageError("“\(text)” is not the address of a server")
        }
        return url
    }

    private static func path(_ text: String?) -> URL? {
        text.map { URL(fileURLWithPath: $0) }
    }
}
