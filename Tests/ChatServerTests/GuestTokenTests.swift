import ChatRooms
import ChatServer
import ChatWire
import Foundation
import Testing

@Suite struct GuestTokenTests {
    @Test func `a token stands for its user, and another server refuses it`() {
        let tokens = GuestTokens()
        let user = UserID.issued()
        #expect(tokens.user(of: tokens.token(for: user)) == user)
        #expect(GuestTokens().user(of: tokens.token(for: user)) == nil)
    }

    @Test func `a token with any digit changed is refused`() {
        let tokens = GuestTokens()
        let token = Array(tokens.token(for: .issued()).utf8)
        for index in token.indices {
            var changed = token
            changed[index] = changed[index] == UInt8(ascii: "0") ? UInt8(ascii: "1") : UInt8(ascii: "0")
            #expect(tokens.user(of: String(decoding: changed, as: UTF8.self)) == nil)
        }
    }

    @Test func `nonsense is no token`() {
        let tokens = GuestTokens()
        for text in [
            "", "x", String(repeating: "0", count: 63), String(repeating: "0", count: 64),
            String(repeating: "é", count: 64),
        ] {
            #expect(tokens.user(of: text) == nil)
        }
    }

    @Test func `the key is made once, for its owner only, and read again`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("token.key").path
        let user = UserID.issued()
        let token = try GuestTokens(keyFile: file).token(for: user)
        #expect(try GuestTokens(keyFile: file).user(of: token) == user)
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: file))
        #expect(throws: StartError.self) { try GuestTokens(keyFile: file) }
    }

    @Test func `a key that is there and can't be read is not replaced`() throws {
        // No user can read a folder as a file.
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let refusal = #expect(throws: StartError.self) { try GuestTokens(keyFile: folder.path) }
        #expect(refusal.map { "\($0)".contains("Can't read") } == true)
    }
}
