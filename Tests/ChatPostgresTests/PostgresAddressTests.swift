import ChatRooms
import Testing

@testable import ChatPostgres

@Suite struct PostgresAddressTests {
    @Test(arguments: [
        "postgres://ann:s%zzcret@host/db", "postgres://ann:s%25zz/cret@host/db", "host=here password=s%zzcret",
        "postgres://a/b?nothing=s%zzcret",
    ])
    func `an address that can't be read is refused without being shown`(_ uri: String) {
        #expect {
            _ = try PostgresAddress(uri)
        } throws: { error in
            guard case .unusable(let sentence)? = error as? StoreError else { return false }
            return !sentence.contains("s%zz") && sentence.contains("postgres://")
        }
    }

    @Test(arguments: ["postgres://ann@host:5432/db", "postgres://a:1,b:2/db", "postgres://host/db"])
    func `an address with a port that is a number, with one for each host, or with none is accepted`(_ uri: String) {
        #expect(throws: Never.self) { try PostgresAddress(uri) }
    }

    @Test func `a server that is not there is an error of the connection, without the password`() throws {
        let address = try PostgresAddress("postgresql://ann:secret@/db?host=/nonexistent")
        #expect {
            _ = try PostgresConnection(address)
        } throws: { error in
            guard let error = error as? PostgresError else { return false }
            return error.isConnectionLost && !error.description.contains("secret")
                && error.message.contains("/nonexistent")
        }
    }
}
