import ChatRooms
import ChatSQL
import ChatSQLite
import ChatTesting
import ChatWire
import Foundation
import GRDB
import Testing

@testable import ChatPostgres

/// What every store of accounts does.
@Suite struct AccountStoreTests {
    enum Kind: CaseIterable { case memory, sqlite, later, postgres }

    private static let password = PasswordHash(salt: [1], key: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)

    /// Adds an account with ``password``.
    private static func add(_ name: String, to store: any AccountStore) throws -> UserID {
        let user = UserID.issued()
        _ = try store.add(Account(user: user, name: name, created: 1), password, invite: nil)
        return user
    }

    /// The kinds whose accounts outlive their process.
    static let onDisk: [Kind] = [.sqlite, .later, .postgres]

    private static func with(_ kind: Kind, _ body: (any AccountStore) throws -> Void) throws {
        switch kind {
        case .memory: try body(MemoryAccounts())
        case .sqlite, .later:
            let folder = try TemporaryFolder()
            let path = folder.path + "/accounts.db"
            let open: () throws -> any AccountStore = {
                kind == .later ? try LaterAccounts(path: path) : try SQLiteAccounts(path: path)
            }
            try with(open, body)
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        case .postgres:
            // Of another locale than C, as most databases are: names are sorted by their bytes.
            try TestDatabase.with("TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'") { database in
                let folder = try TemporaryFolder()
                try with({ try PostgresStore(address: database.uri, watermark: folder.path + "/log").accounts() }, body)
            }
        }
    }

    private static func with(_ open: () throws -> any AccountStore, _ body: (any AccountStore) throws -> Void) throws {
        let store = try open()
        try body(store)
        // What was written is there when it is opened again.
        let holders = try Set(store.holders())
        try store.close()
        let again = try open()
        #expect(try Set(again.holders()) == holders)
        try again.close()
    }

    @Test(arguments: Kind.allCases) func `the holder of a name is found by what it looks like`(_ kind: Kind) throws {
        try Self.with(kind) { store in
            let ann = try Self.add("Ann", to: store)
            for name in ["Ann", "ann", "ANN", "a-nn", "(ann)"] {
                #expect(try store.holder(of: ConfusableSkeleton(of: name)) == ann)
            }
            // Names with several looks.
            for name in ["bob", "b0b", "b-o-b"] { #expect(try store.holder(of: ConfusableSkeleton(of: name)) == nil) }
            try store.close(account: ann)
            #expect(try store.holder(of: ConfusableSkeleton(of: "ann")) == nil)
        }
    }

    @Test(arguments: Kind.allCases) func `an account is kept, disabled, and closed`(_ kind: Kind) throws {
        try Self.with(kind) { store in
            let ann = Account(user: .issued(), name: "ann", role: .administrator, created: 5)
            #expect(try !store.hasAdministrator())
            #expect(try store.add(ann, Self.password, invite: nil) == .added(ann))
            #expect(try store.account(of: ann.user) == ann)
            #expect(try store.password(of: ann.user) == Self.password)
            #expect(try store.accounts(after: nil, limit: 10) == [ann])
            #expect(try store.accounts(after: "ann", limit: 10) == [])
            #expect(try store.hasAdministrator())
            try store.setDisabled(true, of: ann.user)
            #expect(try store.account(of: ann.user)?.isDisabled == true)
            #expect(try !store.hasAdministrator())
            let other = PasswordHash(salt: [9], key: [8], rounds: 32, blockSize: 8, parallelism: 3)
            #expect(try store.setPassword(other, of: ann.user, replacing: nil))
            #expect(try store.password(of: ann.user) == other)
            try store.close(account: ann.user)
            #expect(try store.account(of: ann.user) == nil)
            #expect(try store.password(of: ann.user) == nil)
            #expect(try store.holders() == [NameHolder(user: ann.user, name: nil)])
            // Its name is free.
            let bob = Account(user: .issued(), name: "ann", created: 6)
            #expect(try store.add(bob, Self.password, invite: nil) == .added(bob))
        }
    }

    @Test(arguments: Kind.allCases) func `the sessions and roles of many users are read at once`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            // More than one statement reads. No two of the names look alike.
            let letters = Array("abefghktz")
            let users = try (0..<Limits.databaseRows + 2).map {
                try Self.add("user\(letters[$0 / 9])\(letters[$0 % 9])", to: store)
            }
            let sessions = try users.prefix(3).enumerated().map { index, user in
                let session = AccountSession(id: .random(), user: user, created: 1, used: 1)
                _ = try store.add(session, token: [UInt8(index)], checked: Self.password)
                return session.id
            }
            try store.setRole(.administrator, of: users[1])
            try store.close(account: users[2])
            let found = try store.sessionsAndRoles(of: users + [.issued()])
            #expect(found[users[0]] == SessionsAndRole(sessions: [sessions[0]], role: .user))
            #expect(found[users[1]] == SessionsAndRole(sessions: [sessions[1]], role: .administrator))
            #expect((found[users[2]] ?? SessionsAndRole()) == SessionsAndRole())
            #expect(users.dropFirst(3).allSatisfy { found[$0] == SessionsAndRole(role: .user) })
            #expect(try store.sessionsAndRoles(of: []) == [:])
            #expect(
                try store.sessionsAndRoles(of: [users[0]]) == [
                    users[0]: SessionsAndRole(sessions: [sessions[0]], role: .user)
                ])
        }
    }

    @Test(arguments: Kind.allCases) func `a role is changed, and an administrator ends the invites for one`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            let ann = try Self.add("ann", to: store)
            try store.add(Invite(role: .administrator, expires: 100), code: [1])
            try store.add(Invite(role: .user, expires: 100), code: [2])
            try store.setRole(.user, of: ann)
            #expect(try store.isValid(invite: [1], at: 5))
            try store.setRole(.administrator, of: ann)
            #expect(try store.account(of: ann)?.role == .administrator)
            #expect(try store.hasAdministrator())
            #expect(try !store.isValid(invite: [1], at: 5))
            #expect(try store.isValid(invite: [2], at: 5))
            try store.setRole(.user, of: ann)
            #expect(try !store.hasAdministrator())
            // Nobody's role: nothing changes.
            try store.add(Invite(role: .administrator, expires: 100), code: [3])
            try store.setRole(.administrator, of: .issued())
            try store.close(account: ann)
            try store.setRole(.administrator, of: ann)
            #expect(try store.isValid(invite: [3], at: 5))
            #expect(try !store.hasAdministrator())
        }
    }

    @Test(arguments: Kind.allCases) func `an administrator who is enabled again ends the invites for one`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            let (ann, bob) = (try Self.add("ann", to: store), try Self.add("bob", to: store))
            try store.setRole(.administrator, of: ann)
            try store.setDisabled(true, of: ann)
            try store.add(Invite(role: .administrator, expires: 100), code: [1])
            try store.add(Invite(role: .user, expires: 100), code: [2])
            // These make nobody an administrator.
            try store.setDisabled(true, of: ann)
            try store.setDisabled(true, of: bob)
            try store.setDisabled(false, of: bob)
            try store.setDisabled(false, of: .issued())
            #expect(try store.isValid(invite: [1], at: 5))
            try store.setDisabled(false, of: ann)
            #expect(try store.hasAdministrator())
            #expect(try !store.isValid(invite: [1], at: 5))
            #expect(try store.isValid(invite: [2], at: 5))
            // Nor does a closed account.
            try store.setDisabled(true, of: ann)
            try store.close(account: ann)
            try store.add(Invite(role: .administrator, expires: 100), code: [3])
            try store.setDisabled(false, of: ann)
            #expect(try store.isValid(invite: [3], at: 5))
            #expect(try !store.hasAdministrator())
        }
    }

    @Test(arguments: Kind.allCases) func `names that look alike belong to one account or key, until it is closed`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            let ann = Account(user: .issued(), name: "paypal", created: 5)
            #expect(try store.add(ann, Self.password, invite: nil) == .added(ann))
            try store.add(Invite(uses: 1, expires: 100), code: [1])
            for name in ["paypal", "PayPal", "paypaI", "раураl"] {
                let other = Account(user: .issued(), name: name, created: 6)
                #expect(try store.add(other, Self.password, invite: [1]) == .nameTaken, "\(name)")
                #expect(try store.account(of: other.user) == nil)
                #expect(try !store.add(APIKey(user: .issued(), name: name, created: 6), token: [2]), "\(name)")
            }
            #expect(try store.isValid(invite: [1], at: 7), "the invite is not used up")
            try store.close(account: ann.user)
            #expect(try store.add(APIKey(user: .issued(), name: "раураl", created: 8), token: [2]))
            let bob = Account(user: .issued(), name: "paypal", created: 9)
            #expect(try store.add(bob, Self.password, invite: [1]) == .nameTaken)
            _ = try store.removeKey(named: "раураl")
            // An invite that is refused takes no name.
            #expect(try store.add(bob, Self.password, invite: [9]) == .inviteRefused)
            #expect(try store.add(bob, Self.password, invite: [1]) == .added(bob))
            // Composed and decomposed letters are the same ones.
            #expect(try store.add(APIKey(user: .issued(), name: "\u{E9}lan", created: 8), token: [3]))
            #expect(try !store.add(APIKey(user: .issued(), name: "e\u{301}lan", created: 8), token: [4]))
        }
    }

    /// A server that has not heard of an account lets its user register again.
    @Test(arguments: onDisk) func `an account keeps the looks of its name when its user registers once more`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store throws in
            let ann = Account(user: .issued(), name: "paypal", created: 5)
            #expect(try store.add(ann, Self.password, invite: nil) == .added(ann))
            #expect(try store.add(ann, Self.password, invite: nil) == .nameTaken)
            var renamed = ann
            renamed.name = "bob"
            #expect(try store.add(renamed, Self.password, invite: [9]) == .inviteRefused)
            #expect(throws: StoreError.self) { try store.add(renamed, Self.password, invite: nil) }
            #expect(try store.holder(of: ConfusableSkeleton(of: "paypal")) == ann.user)
            #expect(try store.holder(of: ConfusableSkeleton(of: "bob")) == nil)
            let other = Account(user: .issued(), name: "PayPaI", created: 6)
            #expect(try store.add(other, Self.password, invite: nil) == .nameTaken)
        }
    }

    @Test(arguments: Kind.allCases) func `an invite gives its role, as often as it says`(_ kind: Kind) throws {
        try Self.with(kind) { store in
            try store.add(Invite(role: .administrator, uses: 1, expires: 100), code: [7])
            try store.add(Invite(uses: 5, expires: 3), code: [8])
            #expect(try store.isValid(invite: [7], at: 99))
            #expect(try !store.isValid(invite: [7], at: 100))
            let ann = Account(user: .issued(), name: "ann", created: 5)
            #expect(try store.add(ann, Self.password, invite: [8]) == .inviteRefused)
            #expect(try store.add(ann, Self.password, invite: [6]) == .inviteRefused)
            #expect(try store.account(of: ann.user) == nil)
            var administrator = ann
            administrator.role = .administrator
            #expect(try store.add(ann, Self.password, invite: [7]) == .added(administrator))
            #expect(try store.account(of: ann.user)?.role == .administrator)
            #expect(try !store.isValid(invite: [7], at: 6))
        }
    }

    @Test(arguments: Kind.allCases) func `there is one invite for an administrator, and none once there is one`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            try store.add(Invite(role: .administrator, uses: 1, expires: 100), code: [1])
            try store.add(Invite(uses: 1, expires: 100), code: [2])
            try store.add(Invite(role: .administrator, uses: 1, expires: 100), code: [3])
            #expect(try !store.isValid(invite: [1], at: 5))
            #expect(try store.isValid(invite: [3], at: 5))
            let ann = Account(user: .issued(), name: "ann", role: .administrator, created: 5)
            _ = try store.add(ann, Self.password, invite: nil)
            #expect(try !store.isValid(invite: [3], at: 5))
            #expect(try store.isValid(invite: [2], at: 5))
        }
    }

    @Test(arguments: Kind.allCases) func `sessions are found by token, listed, used and ended`(_ kind: Kind) throws {
        try Self.with(kind) { store in
            let (ann, bob) = (try Self.add("ann", to: store), try Self.add("bob", to: store))
            let sessions = (0..<3).map {
                AccountSession(
                    id: .random(), user: $0 == 2 ? bob : ann, program: ["Firefox (Linux)", nil, "אן 📱"][$0],
                    created: Int64($0), used: Int64($0))
            }
            for (index, session) in sessions.enumerated() {
                #expect(try store.add(session, token: [UInt8(index)], checked: Self.password) == [])
            }
            #expect(try store.session(ofToken: [1]) == sessions[1])
            #expect(try store.session(ofToken: [9]) == nil)
            #expect(try store.sessions(of: ann) == Array(sessions[..<2]))
            try store.use(sessions[0].id, at: 50)
            #expect(try store.session(ofToken: [0])?.used == 50)
            #expect(try !store.end(sessions[0].id, of: bob))
            #expect(try store.end(sessions[0].id, of: ann))
            #expect(try store.session(ofToken: [0]) == nil)
            let last = AccountSession(id: .random(), user: ann, created: 9, used: 9)
            _ = try store.add(last, token: [9], checked: Self.password)
            try store.endSessions(of: ann, except: last.id)
            #expect(try store.sessions(of: ann) == [last])
            #expect(try store.sessions(of: bob) == [sessions[2]])
            #expect(try store.session(ofToken: [2])?.program == "אן 📱")
            try store.endSessions(of: ann, except: nil)
            #expect(try store.sessions(of: ann) == [])
        }
    }

    @Test func `sessions of a version that stored no programs go on`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/accounts.db"
        let store = try SQLiteAccounts(path: path)
        let ann = try Self.add("ann", to: store)
        let session = AccountSession(id: .random(), user: ann, created: 1, used: 2)
        _ = try store.add(session, token: [1], checked: Self.password)
        try store.close()
        let database = try DatabaseQueue(path: path)
        try database.write { db in
            try db.execute(
                sql: """
                    ALTER TABLE session DROP COLUMN program;
                    DELETE FROM grdb_migrations WHERE identifier = 'v3 programs of sessions';
                    """)
        }
        try database.close()
        let migrated = try SQLiteAccounts(path: path)
        #expect(try migrated.sessions(of: ann) == [session])
        let next = AccountSession(id: .random(), user: ann, program: "Firefox (Linux)", created: 3, used: 4)
        _ = try migrated.add(next, token: [2], checked: Self.password)
        #expect(try migrated.sessions(of: ann) == [session, next])
        try migrated.close()
    }

    @Test(arguments: Kind.allCases)
    func `a sign-in whose password was changed or whose account was disabled meanwhile begins no session`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store in
            let ann = try Self.add("ann", to: store)
            func signIn(_ token: UInt8, _ password: PasswordHash) throws -> Bool {
                let session = AccountSession(id: .random(), user: ann, created: 1, used: 1)
                return try store.add(session, token: [token], checked: password) != nil
            }
            #expect(try signIn(1, Self.password))
            let other = PasswordHash(salt: [9], key: [9], rounds: 1, blockSize: 1, parallelism: 1)
            #expect(try !store.setPassword(Self.password, of: ann, replacing: other), "it is not the old one")
            #expect(try store.setPassword(other, of: ann, replacing: Self.password))
            #expect(try !signIn(2, Self.password))
            #expect(try signIn(3, other))
            try store.setDisabled(true, of: ann)
            #expect(try !signIn(4, other))
            try store.setDisabled(false, of: ann)
            try store.close(account: ann)
            #expect(try !signIn(5, other))
            #expect(try !signIn(6, Self.password))
            #expect(try store.session(ofToken: [2]) == nil)
        }
    }

    @Test(arguments: Kind.allCases) func `a session too many ends the one that was not used longest`(_ kind: Kind)
        throws
    {
        try Self.with(kind) { store in
            let ann = try Self.add("ann", to: store)
            let first = AccountSession(id: .random(), user: ann, created: 0, used: 1_000)
            _ = try store.add(first, token: [0, 0], checked: Self.password)
            let second = AccountSession(id: .random(), user: ann, created: 1, used: 1)
            _ = try store.add(second, token: [0, 1], checked: Self.password)
            for index in 2..<Limits.sessionsPerAccount {
                let session = AccountSession(id: .random(), user: ann, created: 2, used: 2)
                #expect(try store.add(session, token: [1, UInt8(index)], checked: Self.password) == [])
            }
            let one = AccountSession(id: .random(), user: ann, created: 3, used: 3)
            #expect(try store.add(one, token: [2, 2], checked: Self.password) == [second.id])
            #expect(try store.session(ofToken: [0, 1]) == nil)
            #expect(try store.session(ofToken: [0, 0]) == first)
        }
    }

    @Test(arguments: Kind.allCases) func `of sessions that were used at the same time the oldest ends`(_ kind: Kind)
        throws
    {
        try Self.with(kind) { store in
            let ann = try Self.add("ann", to: store)
            let sessions = (0..<Limits.sessionsPerAccount).map {
                AccountSession(id: .random(), user: ann, created: Int64($0), used: 1_000)
            }
            for (index, session) in sessions.enumerated() {
                _ = try store.add(session, token: [1, UInt8(index)], checked: Self.password)
            }
            let new = AccountSession(id: .random(), user: ann, created: 900, used: 1_000)
            #expect(try store.add(new, token: [2], checked: Self.password) == [sessions[0].id])
            // The clock was put back: the new session stays all the same, and another one ends.
            let early = AccountSession(id: .random(), user: ann, created: -5, used: -5)
            #expect(try store.add(early, token: [3], checked: Self.password) == [sessions[1].id])
            #expect(try store.sessions(of: ann).count == Limits.sessionsPerAccount)
        }
    }

    @Test(arguments: Kind.allCases) func `a password of nobody's account is not kept`(_ kind: Kind) throws {
        try Self.with(kind) { store in
            let ann = UserID.issued()
            _ = try store.setPassword(Self.password, of: ann, replacing: nil)
            #expect(try store.password(of: ann) == nil)
        }
    }

    @Test(arguments: onDisk) func `what is refused within a transaction has changed nothing, and the store goes on`(
        _ kind: Kind
    ) throws {
        try Self.with(kind) { store throws in
            let key = APIKey(user: .issued(), name: "build", created: 4)
            #expect(try store.add(key, token: [1]))
            let other = APIKey(user: .issued(), name: "deploy", created: 5)
            let error = #expect(throws: StoreError.self) { _ = try store.add(other, token: [1]) }
            #expect(error?.endsService == false)
            #expect(try store.keys() == [key])
            #expect(try store.add(other, token: [2]), "its name is still free")
        }
    }

    @Test(arguments: Kind.allCases) func `accounts are listed in the order of the bytes of their names`(_ kind: Kind)
        throws
    {
        try Self.with(kind) { store in
            let names = ["Zoe", "ann", "bob-1", "bob2", "élan"]
            var random = SeededGenerator(seed: 1)
            for name in names.shuffled(using: &random) {
                _ = try store.add(Account(user: .issued(), name: name, created: 1), Self.password, invite: nil)
            }
            #expect(try store.accounts(after: nil, limit: 3).map(\.name) == Array(names[..<3]))
            #expect(try store.accounts(after: "bob-1", limit: 3).map(\.name) == Array(names[3...]))
        }
    }

    @Test(arguments: Kind.allCases) func `a key is found by token until it is removed`(_ kind: Kind) throws {
        try Self.with(kind) { store throws in
            let key = APIKey(user: .issued(), name: "build", role: .administrator, created: 4)
            #expect(try store.add(key, token: [1]))
            #expect(try store.key(ofToken: [1]) == key)
            #expect(try store.keys() == [key])
            #expect(try store.holders() == [NameHolder(user: key.user, name: "build")])
            #expect(try store.removeKey(named: "other") == nil)
            #expect(try store.removeKey(named: "build") == key)
            #expect(try store.key(ofToken: [1]) == nil)
        }
    }

    @Test func `where nothing is kept there is no database`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/accounts.db"
        let store = try LaterAccounts(path: path)
        #expect(try store.holders().isEmpty && store.bans().isEmpty && store.keys().isEmpty)
        #expect(try store.session(ofToken: [1]) == nil)
        try store.close()
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test(arguments: Kind.allCases) func `a ban takes another one's place, and goes when it has ended`(_ kind: Kind)
        throws
    {
        try Self.with(kind) { store throws in
            let (ann, bob) = (ServerBan.Subject.user(.issued()), ServerBan.Subject.user(.issued()))
            let net = ServerBan(.network("192.0.2.0/24"), reason: "a flood")
            for ban in [ServerBan(ann, until: 10), net, ServerBan(ann, name: "ann", until: 20, reason: "spam")] {
                #expect(try store.add(ban, at: 5, most: 2))
            }
            #expect(try Set(store.bans()) == [ServerBan(ann, name: "ann", until: 20, reason: "spam"), net])
            #expect(try !store.add(ServerBan(bob), at: 19, most: 2), "there are two already")
            #expect(try store.add(ServerBan(bob), at: 20, most: 2), "one of them has ended")
            #expect(try Set(store.bans()) == [ServerBan(bob), net])
            #expect(try store.removeBan(of: net.subject))
            #expect(try !store.removeBan(of: net.subject))
            #expect(try store.bans() == [ServerBan(bob)])
        }
    }
}
