import CPostgres
import ChatRooms
import ChatWire

/// Where the database is: a URI that libpq has accepted.
///
/// libpq takes what the URI leaves out, such as the password or the certificates, from its
/// environment variables and files (https://www.postgresql.org/docs/15/libpq-envars.html).
struct PostgresAddress {
    let library: pg_library
    private let uri: String

    /// - Throws: ``StoreError/unusable(_:)`` where there is no libpq, and for a URI that libpq does
    ///   not understand. The sentences do not contain the URI, which may have a password in it.
    init(_ uri: String) throws(StoreError) {
        guard let library = pg_load() else {
            throw .unusable(
                "Storing in PostgreSQL needs its client library, libpq 14 or newer. Install it: "
                    + "apt install libpq5, dnf install libpq, or brew install libpq.")
        }
        var message: UnsafeMutablePointer<CChar>?
        guard Self.schemes.contains(where: uri.hasPrefix), let options = library.pointee.conninfoParse(uri, &message)
        else {
            if let message { library.pointee.freemem(message) }
            throw Self.unreadable
        }
        let hasNumericPorts = Self.hasNumericPorts(options)
        library.pointee.conninfoFree(options)
        guard hasNumericPorts else { throw Self.unreadable }
        self.library = library.pointee
        self.uri = uri
    }

    private static let unreadable = StoreError.unusable(
        "The address of PostgreSQL can't be read. It is like postgres://USER@HOST:5432/DATABASE; "
            + "other characters than letters and digits in its parts are written as %XX.")

    /// Whether the ports are numbers. If a password has a `/` that is not written as `%2F`, libpq
    /// takes a part of it for the port, and would quote it in its error.
    ///
    /// - Parameter options: ends with one without a keyword
    private static func hasNumericPorts(_ options: UnsafeMutablePointer<pg_option>) -> Bool {
        var option = options
        while let keyword = option.pointee.keyword {
            if String(cString: keyword) == "port", let value = option.pointee.value {
                return String(cString: value).utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ",") }
            }
            option += 1
        }
        return true
    }

    static let schemes = ["postgres://", "postgresql://"]

    /// libpq uses the last value of an option. So the URI overrides the options before it, and
    /// can't override those behind it.
    private var options: [(keyword: String, value: String)] {
        [
            ("connect_timeout", "\(Limits.databaseConnecting)"),
            // A server that does not answer any more is noticed, also while a result is awaited.
            ("keepalives_idle", "\(Limits.databaseSilence)"), ("keepalives_interval", "\(Limits.databaseSilence)"),
            ("keepalives_count", "2"), ("tcp_user_timeout", "\(Limits.databaseSilence * 3_000)"),
            // Of several hosts, all connections use the one that takes writes. A read from a
            // standby would lack the newest messages.
            ("target_session_attrs", "primary"),
            ("fallback_application_name", "martlet"), ("dbname", uri), ("client_encoding", "UTF8"),
        ]
    }

    /// Connects, and waits for the server. The connection may be one that has failed; `nil` if
    /// there is no memory.
    func connect() -> OpaquePointer? {
        let keywords = options.map { Array($0.keyword.utf8CString) }
        let values = options.map { Array($0.value.utf8CString) }
        return Self.with(keywords) { keywords in
            Self.with(values) { library.connectdbParams(keywords, $0, 1) }
        }
    }

    /// Calls `body` with a list of strings that ends with a null pointer.
    private static func with<Result>(
        _ strings: [[CChar]], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
        let bytes = strings.flatMap { $0 }
        return bytes.withUnsafeBufferPointer { bytes in
            var pointers: [UnsafePointer<CChar>?] = []
            var offset = 0
            for string in strings {
                pointers.append(bytes.baseAddress?.advanced(by: offset))
                offset += string.count
            }
            pointers.append(nil)
            return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
        }
    }
}
