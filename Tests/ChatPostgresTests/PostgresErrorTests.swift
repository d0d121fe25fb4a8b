import ChatRooms
import ChatSQL
import Testing

@testable import ChatPostgres

@Suite struct PostgresErrorTests {
    enum Outcome { case failed, full, unreadable, busy }

    @Test(arguments: [
        ("53100", StorePhase.reading, Outcome.full), ("53100", .writing, .full),
        ("53200", .writing, .busy), ("53300", .reading, .busy),
        ("55P03", .writing, .busy), ("40P01", .writing, .busy), ("57014", .reading, .busy),
        ("23505", .writing, .unreadable), ("22021", .writing, .unreadable), ("XX001", .reading, .unreadable),
        ("58030", .writing, .unreadable),
        ("42P01", .reading, .unreadable), ("42P01", .writing, .failed), ("25006", .writing, .failed),
    ])
    func `an error of the server is classified by its code and what it interrupted`(
        _ state: String, _ phase: StorePhase, _ expected: Outcome
    ) {
        #expect(Outcome(StoreError(PostgresError(state: state, message: "it said so"), phase)) == expected)
    }

    @Test func `a lost connection refuses a read, and fails a writer`() {
        let error = PostgresError(state: "57P01", message: "terminating", isConnectionLost: true)
        #expect(Outcome(StoreError(error, .reading)) == .busy)
        #expect(Outcome(StoreError(error, .writing)) == .failed)
    }

    @Test func `a connection that is lost during a commit fails the store, with any code`() {
        var error = PostgresError.lost("the server closed the connection")
        error.mayHaveCommitted = true
        #expect(Outcome(StoreError(error, .committing)) == .failed)
        error.state = "53100"
        #expect(Outcome(StoreError(error, .committing)) == .failed)
    }

    @Test func `the sentence has the server's message and code`() {
        let error = StoreError(PostgresError(state: "53100", message: "could not extend file"), .writing)
        #expect("\(error)" == "PostgreSQL failed: could not extend file (SQLSTATE 53100).")
    }

    @Test(arguments: [
        ("could not connect\n", "could not connect"), ("", ""), ("\n", ""),
        (
            "connection to server at \"db\", port 5432 failed: Connection refused\n"
                + "\tIs the server running on that host and accepting TCP/IP connections?\n",
            "connection to server at \"db\", port 5432 failed: Connection refused. "
                + "Is the server running on that host and accepting TCP/IP connections?"
        ),
        ("one host failed\r\n\r\nwhy?\nthe other host failed", "one host failed. why? the other host failed"),
        ("SSL error:\n\tcertificate verify failed.\nthe end", "SSL error: certificate verify failed. the end"),
    ])
    func `a message of libpq with several lines is one line`(_ message: String, _ line: String) {
        #expect(message.oneLine == line)
    }
}

extension PostgresErrorTests.Outcome {
    init?(_ error: StoreError) {
        switch error {
        case .failed: self = .failed
        case .full: self = .full
        case .unreadable: self = .unreadable
        case .busy: self = .busy
        case .damaged, .unusable, .closed: return nil
        }
    }
}
