@testable import ChatServer
import ChatRooms
import ChatWire
import HTTPTypes
import NIOCore
import Testing

@Suite struct `A range of a file` {
    @Test(
        arguments: [
            (nil, .whole), ("bytes=0-", .part(0...99)), ("bytes=0-9", .part(0...9)), ("bytes=90-200", .part(90...99)),
            ("bytes=99-99", .part(99...99)), ("bytes=-1", .part(99...99)), ("bytes=-1000", .part(0...99)),
            ("BYTES=5-6", .part(5...6)),
            ("bytes=0-9223372036854775807", .part(0...99)), ("bytes=0-99999999999999999999999", .part(0...99)),
            ("bytes=-99999999999999999999999", .part(0...99)), ("bytes=100-", .unsatisfiable),
            ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable), ("bytes=5-2", .whole),
            ("bytes=0-1,5-6", .whole), ("bytes=", .whole), ("bytes=-", .whole), ("bytes", .whole), ("", .whole),
            ("bytes=+1-2", .whole), ("bytes=1-0x2", .whole), ("bytes=a-b", .whole), ("bytes=--1", .whole),
            ("items=0-1", .whole),
            ("bytes= 0-1", .whole), ("bytes=٣-٤", .whole),
        ] as [(String?, ByteRange)])
    func `is a part, none, or the whole file`(field: String?, expected: ByteRange) {
        #expect(ByteRange(field, size: 100) == expected)
    }

    @Test func `10,000 ranges are the whole file`() {
        #expect(ByteRange("bytes=" + String(repeating: "0-0,", count: 10_000) + "0-0", size: 100) == .whole)
        #expect(ByteRange("bytes=0-", size: 1) == .part(0...0))
        #expect(ByteRange("bytes=18446744073709551615-", size: .max) == .unsatisfiable)
    }
}

@Suite struct `The name of a file in a header` {
    @Test(arguments: [
        ("swift.jpg", "filename=\"swift.jpg\"; filename*=UTF-8''swift.jpg"),
        (
            "a \"b\"; c=\\d%41.txt",
            "filename=\"a _b_; c=_d_41.txt\"; filename*=UTF-8''a%20%22b%22%3B%20c%3D%5Cd%2541.txt"
        ),
        ("é☃.png", "filename=\"_____.png\"; filename*=UTF-8''%C3%A9%E2%98%83.png"),
        ("a\r\nX: y", "filename=\"a__X: y\"; filename*=UTF-8''a%0D%0AX%3A%20y"),
    ])
    func `is never the raw name`(name: String, expected: String) {
        #expect(Disposition.text(name: name, isShown: true) == "inline; " + expected)
        #expect(Disposition.text(name: name, isShown: false) == "attachment; " + expected)
    }
}

@Suite struct `What an upload says of itself` {
    private let id = "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59"

    private func read(
        _ query: String = "name=a.txt", id: String? = nil, fields: HTTPFields = [.contentLength: "5"]
    ) -> Result<UploadRequest, HTTPRefusal> {
        let id = id ?? self.id
        let head = HTTPRequest(
            method: .put, scheme: "http", authority: "x", path: "/v1/files/\(id)?\(query)", headerFields: fields)
        return Result { () throws(HTTPRefusal) in try UploadRequest(head, id: id) }
    }

    private func status(_ result: Result<UploadRequest, HTTPRefusal>) -> Int? {
        if case .failure(let refusal) = result { refusal.status.code } else { nil }
    }

    @Test func `the name is percent-encoded UTF-8, and a plus is a plus`() throws {
        try #expect(read("name=a%20b+c%C3%A9.txt").get().name == "a b+cé.txt")
        try #expect(read("x=1&name=a.txt").get().name == "a.txt")
        try #expect(read(id: id.lowercased()).get().id == FileID(id))
    }

    @Test(arguments: [
        "", "name=", "name=a&name=b", "name=%", "name=%4", "name=%zz", "name=%FF", "name=%C0%AE", "name=%00",
        "name=a%00.png",
        "name=..%2F..%2Fetc%2Fx", "name=%2Fetc%2Fpasswd", "name=..%5Cx", "name=..", "name=a%0Ab", "name=a%0D%0AX:1",
        "name=%E2%80%AEgpj.exe", "Name=a", "name",
    ])
    func `a name that is none, or a path, is refused`(query: String) {
        #expect(status(read(query)) == 400)
    }

    @Test func `a name of 255 bytes is the longest`() {
        #expect(status(read("name=" + String(repeating: "x", count: 255))) == nil)
        #expect(status(read("name=" + String(repeating: "x", count: 256))) == 400)
        #expect(status(read("name=-rf")) == nil)
    }

    @Test(arguments: [
        "", "x", "../../etc/passwd", "5B1C9E2A7D3F4C8BA6E50F1D2C3B4A59", "5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A5G",
    ])
    func `an id is a UUID`(id: String) { #expect(status(read(id: id)) == 400) }

    @Test(
        arguments: [
            (nil, 411), ("0", 400), ("+5", 400), ("-1", 400), ("0x5", 400), ("26214401", 413),
            ("99999999999999999999", 413),
        ] as [(String?, Int)])
    func `a length is there, and within the limit`(length: String?, expected: Int) {
        var fields = HTTPFields()
        fields[.contentLength] = length
        #expect(status(read(fields: fields)) == expected)
        #expect(status(read(fields: [.contentLength: "26214400"])) == nil)
    }

    @Test func `encoded and partial bodies are refused`() {
        #expect(status(read(fields: [.contentLength: "5", .contentEncoding: "gzip"])) == 415)
        #expect(status(read(fields: [.contentLength: "5", .contentEncoding: "identity"])) == nil)
        #expect(status(read(fields: [.contentLength: "5", .contentRange: "bytes 5-9/10"])) == 400)
    }

    @Test func `a digest is SHA-256 in base 64, and others are left alone`() throws {
        let field = try #require(HTTPField.Name("Content-Digest"))
        let zeros = "sha-256=:" + String(repeating: "A", count: 43) + "=:"
        try #expect(read(fields: [.contentLength: "5", field: zeros]).get().digest == Array(repeating: 0, count: 32))
        try #expect(read(fields: [.contentLength: "5", field: "sha-512=:AAAA:, " + zeros]).get().digest?.count == 32)
        try #expect(read(fields: [.contentLength: "5", field: "md5=:AAAA:"]).get().digest == nil)
        for wrong in [
            "sha-256=AAAA", "sha-256=:AAAA:", "sha-256=::", "sha-256=",
            "sha-256=:" + String(repeating: "!", count: 44) + ":",
        ] {
            #expect(status(read(fields: [.contentLength: "5", field: wrong])) == 400, "\(wrong)")
        }
    }

    @Test func `a token comes in a header, as a bearer's`() {
        func token(_ fields: HTTPFields) -> String? {
            HTTPRequest(method: .put, scheme: "http", authority: "x", path: "/", headerFields: fields).bearerToken
        }
        #expect(token([.authorization: "Bearer abc"]) == "abc")
        #expect(token([.authorization: "bearer abc"]) == "abc")
        #expect(token([.authorization: "Basic abc"]) == nil)
        #expect(token([:]) == nil)
        #expect(token([.authorization: "Bearer abc", .authorization: "Bearer def"]) == nil)
    }
}

@Suite struct `Lists in header fields` {
    @Test(
        arguments: [
            ("br", true), ("gzip, deflate, br", true), ("BR", true), ("br;q=0.5", true), (" br ; q=1", true),
            ("br;q=0", false), ("br; q=0.000", false), ("br;q=0.001", true), ("brr", false), ("b", false), ("", false),
            (",,;,", false), ("gzip", false), ("br;q=0, br", true), (nil, false),
        ] as [(String?, Bool)])
    func `name Brotli, or not`(field: String?, expected: Bool) {
        #expect(PageAnswer.takesBrotli(field) == expected)
    }

    @Test(
        arguments: [
            ("*", true), ("\"a\"", true), ("W/\"a\"", true), ("\"b\", \"a\"", true), ("\"b\",W/\"a\"", true),
            ("\"b\"", false), ("a", false), ("", false), (",,", false),
        ])
    func `name an entity tag, or not`(field: String, expected: Bool) {
        #expect(FileRoutes.matches(field, "\"a\"") == expected)
    }

    @Test func `are looked through up to a length`() {
        for (length, expected) in [(Limits.listFieldBytes, true), (Limits.listFieldBytes + 1, false)] {
            func padded(_ item: String) -> String { String(repeating: ",", count: length - item.utf8.count) + item }
            #expect(PageAnswer.takesBrotli(padded("br")) == expected)
            #expect(FileRoutes.matches(padded("\"a\""), "\"a\"") == expected)
        }
    }

    @Test func `the query of a signed address is shorter than what is looked at`() {
        for hasAccount in [true, false] {
            let owner = FileAddress.Owner(user: .issued(), hasAccount: hasAccount)
            #expect(FileAddress().query(.random(), for: owner, at: .max / 2).text.utf8.count <= Limits.fileQueryBytes)
        }
    }
}

@Suite struct `Uploads under way` {
    private let ann = UserID(high: 1, low: 1)

    @Test func `are few of one user, and not too many of all`() throws {
        var uploads = UploadsUnderWay()
        var tickets: [UploadsUnderWay.Ticket] = []
        for number in 1...Limits.uploadsPerUser {
            tickets.append(try begin(&uploads, ann, number, size: 10).ticket)
        }
        let refused = #expect(throws: HTTPRefusal.self) { try begin(&uploads, ann, 9, size: 10) }
        #expect(refused?.status.code == 429)
        #expect(uploads.promised(to: ann).bytes == UInt64(Limits.uploadsPerUser) * Limits.fileChargeLeast)
        #expect(uploads.promised(to: ann).ids.count == Limits.uploadsPerUser)
        uploads.end(tickets[0])
        _ = try begin(&uploads, ann, 9, size: 5)
        #expect(uploads.bytes == 35)
    }

    @Test func `of one address take a quarter of the slots, but for local ones`() throws {
        var uploads = UploadsUnderWay()
        for number in 0..<Limits.uploads / 4 { _ = try begin(&uploads, guest(number), number, at: far) }
        let refused = #expect(throws: HTTPRefusal.self) { try begin(&uploads, guest(99), 99, at: far) }
        #expect(refused?.status.code == 429)
        for number in 100..<100 + Limits.uploads / 2 { _ = try begin(&uploads, guest(number), number) }
    }

    @Test func `the slowest of the user with the most gives way to a user with fewer`() throws {
        var uploads = UploadsUnderWay()
        for number in 0..<Limits.uploads {
            let ticket = try begin(&uploads, guest(number / 4), number).ticket
            uploads.received(number == 17 ? 10_000 : 1_000_000, of: ticket)
        }
        #expect(uploads.bytes == 64)
        let admission = try begin(&uploads, ann, 200, now: 5 * second)
        #expect(admission.ends == 18)
        #expect(uploads.bytes == 65, "its bytes are on the disk until it has ended")
        uploads.end(18)
        #expect(uploads.bytes == 64)
        _ = try begin(&uploads, ann, 201, now: 5 * second)
        _ = try begin(&uploads, ann, 202, now: 5 * second)
        let refused = #expect(throws: HTTPRefusal.self) { try begin(&uploads, ann, 203, now: 5 * second) }
        #expect(refused?.status.code == 503, "nobody has two more than ann, and nobody is slow")
    }

    @Test func `where all have as many, a slow one gives way, and a fast or new one does not`() throws {
        var uploads = UploadsUnderWay()
        for number in 0..<Limits.uploads {
            let ticket = try begin(&uploads, guest(number), number).ticket
            uploads.received(number == 5 ? 17_000 : 1_000_000, of: ticket)
        }
        let early = #expect(throws: HTTPRefusal.self) { try begin(&uploads, ann, 200, now: second) }
        #expect(early?.status.code == 503)
        #expect(try begin(&uploads, ann, 200, now: 2 * second).ends == 6)
        let late = #expect(throws: HTTPRefusal.self) { try begin(&uploads, guest(70), 201, now: 2 * second) }
        #expect(late?.status.code == 503)
    }

    @Test func `a slow one of a user with one does not give way to a user with fifteen`() throws {
        var uploads = UploadsUnderWay()
        for number in 0..<Limits.uploads {
            // 15 of the first address, 16 each of three others, and a slower one of a fifth.
            let ticket = try begin(&uploads, guest(number), number, at: address((number + 1) / 16)).ticket
            uploads.received(number == Limits.uploads - 1 ? 200_000 : 1_000_000, of: ticket)
        }
        let refused = #expect(throws: HTTPRefusal.self) {
            try begin(&uploads, guest(100), 100, at: address(0), now: 5 * second)
        }
        #expect(refused?.status.code == 503)
        // Slower than that, one of its own gives way.
        uploads.end(1)
        let slow = try begin(&uploads, guest(100), 100, at: address(0)).ticket
        #expect(try begin(&uploads, guest(101), 101, at: address(0), now: 5 * second).ends == slow)
    }

    @Test func `of one IPv6 site take half of the slots`() throws {
        var uploads = UploadsUnderWay()
        func network(_ number: Int) -> ClientAddress {
            ClientAddress(.v6(0x2001_0DB8_0001_0000 + UInt64(number)), isLocal: false)
        }
        for number in 0..<Limits.uploadsPerSite {
            _ = try begin(&uploads, guest(number), number, at: network(number))
        }
        let refused = #expect(throws: HTTPRefusal.self) { try begin(&uploads, guest(99), 99, at: network(99)) }
        #expect(refused?.status.code == 429)
        _ = try begin(&uploads, guest(99), 99, at: far)
    }

    private let second: Int64 = 1_000_000_000
    private func address(_ number: Int) -> ClientAddress { ClientAddress(.v4(UInt32(number)), isLocal: false) }
    private let far = ClientAddress(try? SocketAddress(ipAddress: "192.0.2.1", port: 1))
    private let local = ClientAddress(try? SocketAddress(ipAddress: "127.0.0.1", port: 1))

    private func guest(_ number: Int) -> UserID { UserID(high: 2, low: UInt64(number)) }

    private func begin(
        _ uploads: inout UploadsUnderWay, _ user: UserID, _ file: Int, size: UInt64 = 1,
        at address: ClientAddress? = nil, now: Int64 = 0
    ) throws(HTTPRefusal) -> UploadsUnderWay.Admission {
        try uploads.begin(user, at: address ?? local, FileID(high: 0, low: UInt64(file)), size: size, now: now)
    }
}

@Suite struct `The pace of a transfer` {
    private let second: Int64 = 1_000_000_000

    @Test func `a silent peer has the grace period, and no more`() {
        var pace = Pace()
        pace.waited(nanoseconds: Limits.fileGrace * 1_000_000)
        #expect(!pace.isTooSlow)
        pace.waited(nanoseconds: second)
        #expect(pace.isTooSlow)
    }

    @Test func `half the required pace is found out, and exactly that pace is not`() {
        for (rate, expected) in [(Limits.fileBytesPerSecond / 2, true), (Limits.fileBytesPerSecond, false)] {
            var pace = Pace()
            for _ in 0..<60 {
                pace.moved(Int(rate))
                pace.waited(nanoseconds: second)
            }
            #expect(pace.isTooSlow == expected)
        }
    }

    @Test func `a fast beginning does not pay for a long silence`() {
        var pace = Pace()
        for _ in 0..<1_000 { pace.moved(Limits.fileBytes) }
        pace.waited(nanoseconds: Limits.fileGrace * 1_000_000 + second)
        #expect(pace.isTooSlow)
    }
}
