import ChatTesting
import Foundation
import Testing

@testable import ChatCore

/// A keychain in memory, which can refuse.
private final class MemoryVault: TokenVault, @unchecked Sendable {
    // @unchecked: everything is only touched under the lock.
    private let lock = NSLock()
    private var tokens: [UserID: String] = [:]
    private var locked = false

    var isLocked: Bool {
        get { lock.withLock { locked } }
        set { lock.withLock { locked = newValue } }
    }

    var all: [UserID: String] { lock.withLock { tokens } }

    private func use<Value>(_ work: (inout [UserID: String]) -> Value) throws(StorageError) -> Value {
        let value = lock.withLock { locked ? nil : work(&tokens) as Value? }
        guard let value else { throw .failed("The keychain is locked.") }
        return value
    }

    func token(of user: UserID) throws(StorageError) -> String? {
        let found: [String] = try use { tokens in tokens[user].map { [$0] } ?? [] }
        return found.first
    }

    func keep(_ token: String, of user: UserID) throws(StorageError) { try use { $0[user] = token } }

    func removeAll(but user: UserID?) throws(StorageError) {
        try use { tokens in tokens = tokens.filter { $0.key == user } }
    }
}

struct TokenVaultTests {
    private let device = DeviceID(high: 7, low: 7)
    private let ann = UserID(high: 1, low: 1)
    private let bob = UserID(high: 2, low: 2)
    private let path = "/ann/journal"
    private let disk = FaultyFileSystem()
    private let vault = MemoryVault()

    private func open(_ tokens: (any TokenVault)?) throws -> Engine {
        try Engine(storage: FileStorage(path: path, system: disk, tokens: tokens), device: device)
    }

    private func signIn(_ user: UserID, _ token: String, _ role: ServerRole, _ engine: inout Engine) {
        let identity = Identity(user: user, name: "x", device: device, token: token, role: role)
        _ = engine.handle(.signedIn(identity), at: Now(monotonic: 0, wall: 0, random: 0))
    }

    private func journalHas(_ token: String) throws -> Bool {
        String(decoding: try #require(try disk.read(path)), as: UTF8.self).contains(token)
    }

    @Test func `the token is in the vault, and not in the journal`() throws {
        var engine = try open(vault)
        signIn(ann, "secret-1", .user, &engine)
        #expect(vault.all == [ann: "secret-1"])
        #expect(try !journalHas("secret-1"))
        engine.close()
        engine = try open(vault)
        #expect(engine.chat.identity?.token == "secret-1")
        // Signed in again.
        signIn(ann, "secret-2", .user, &engine)
        engine.close()
        engine = try open(vault)
        #expect(engine.chat.identity?.token == "secret-2" && vault.all == [ann: "secret-2"])
        engine.close()
        try FileStorage(path: path, system: disk, tokens: vault).erase()
        #expect(vault.all.isEmpty)
    }

    @Test func `a guest who signs in leaves no token`() throws {
        var engine = try open(vault)
        _ = engine.handle([.start, .opened], at: Now(monotonic: 0, wall: 0, random: 0))
        let welcome = ServerFrame.Welcome(user: bob, name: "bob", device: device, token: "guest", server: "x", at: 0)
        _ = engine.handle(.received(.welcome(ref: 1, welcome)), at: Now(monotonic: 0, wall: 0, random: 0))
        #expect(vault.all == [bob: "guest"])
        signIn(ann, "secret", .user, &engine)
        #expect(vault.all == [ann: "secret"])
        engine.close()
    }

    @Test func `without a vault, or with one that refuses, the token is in the journal`() throws {
        var engine = try open(nil)
        signIn(ann, "secret-1", .user, &engine)
        #expect(try journalHas("secret-1"))
        engine.close()
        vault.isLocked = true
        engine = try open(vault)
        signIn(ann, "secret-2", .user, &engine)
        #expect(try journalHas("secret-2") && engine.chat.identity?.token == "secret-2")
        engine.close()
        // The token of an earlier version goes into the vault.
        vault.isLocked = false
        engine = try open(vault)
        #expect(engine.chat.identity?.token == "secret-2" && vault.all == [ann: "secret-2"])
        #expect(try !journalHas("secret"))
        engine.close()
    }

    @Test func `a vault that can't be read is no reason to become a new guest`() throws {
        var engine = try open(vault)
        signIn(ann, "secret", .user, &engine)
        engine.close()
        vault.isLocked = true
        #expect(throws: StorageError.self) { try open(vault) }
        vault.isLocked = false
        engine = try open(vault)
        #expect(engine.chat.identity?.token == "secret")
        engine.close()
    }

    @Test func `a sign-in that the disk refuses leaves the guest their token`() throws {
        var engine = try open(vault)
        signIn(bob, "guest", .guest, &engine)
        for operation in disk.operations...disk.operations + 100 { disk.fail(at: operation) }
        signIn(ann, "secret", .user, &engine)
        #expect(engine.trouble != nil && engine.chat.identity?.user == bob)
        engine.close()
        disk.heal()
        engine = try open(vault)
        #expect(engine.chat.identity?.user == bob && engine.chat.identity?.token == "guest")
        engine.close()
    }

    @Test func `a journal is readable by its owner alone`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("vault-\(FileID.random().text)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("journal").path
        try FileStorage(path: file).open().journal.close()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
    }
}
