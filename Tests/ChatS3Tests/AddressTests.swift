import Testing

@testable import ChatS3

@Suite("Addresses of buckets, credentials and answers")
struct AddressTests {
    @Test("AWS: the bucket is in the host, unless its name has dots")
    func aws() throws {
        let plain = try #require(S3Address("s3://chat-files/a/b?region=eu-central-1"))
        #expect(plain.base == "https://chat-files.s3.eu-central-1.amazonaws.com")
        #expect(plain.root == "/" && plain.prefix == "a/b/")
        let dotted = try #require(S3Address("s3://chat.files"))
        #expect(dotted.base == "https://s3.us-east-1.amazonaws.com")
        #expect(dotted.root == "/chat.files/" && dotted.prefix == "")
    }

    @Test("Others: the bucket is in the path; a standard port is not in the header")
    func endpoint() throws {
        let address = try #require(S3Address("s3://chat?endpoint=https://s3.example.org:9000/"))
        #expect(address.base == "https://s3.example.org:9000" && address.host == "s3.example.org:9000")
        #expect(address.root == "/chat/")
        let standard = try #require(S3Address("s3://chat?endpoint=https://s3.example.org:443"))
        #expect(standard.host == "s3.example.org")
        #expect(S3Address("s3://chat?endpoint=http://127.0.0.1:9000") != nil)
        #expect(address.hasSameObjects(as: standard))
    }

    @Test(
        "What is not an address",
        arguments: [
            "", "s3://", "s3://ab", "chat", "s3://chat/../x", "s3://chat//x", "s3://chat/ä", "s3://chat?x=y",
            "s3://chat?region=a&region=b", "s3://chat?endpoint=http://s3.example.org",
            "s3://chat?endpoint=https://key:secret@s3.example.org", "s3://chat?endpoint=ftp://s3.example.org",
            "s3://.chat", "s3://chat_files", "s3://chat?region=a/b",
        ])
    func wrong(_ text: String) { #expect(S3Address(text) == nil) }

    @Test("Credentials come from the environment, and their description has no secret")
    func credentials() throws {
        let environment = ["AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_SESSION_TOKEN": ""]
        let credentials = try S3Credentials(environment: environment)
        #expect(credentials.session == nil && "\(credentials)" == "access key id")
        #expect(throws: (any Error).self) { try S3Credentials(environment: ["AWS_ACCESS_KEY_ID": "id"]) }
    }

    @Test("Elements are found, also where an answer is cut off")
    func answer() {
        let answer = S3Answer("<A><Key>x</Key><Size>1</Size><Key>y</Key><Key>z".utf8)
        #expect(answer.values("Key") == ["x", "y"] && answer.first("Size") == "1" && answer.first("Code") == nil)
    }

    @Test(
        "What to do is in the sentence",
        arguments: [
            (404, "<Code>NoSuchBucket</Code>", "Create it"),
            (403, "<Code>RequestTimeTooSkewed</Code>", "Set the clock"),
            (403, "<Code>SignatureDoesNotMatch</Code>", "AWS_SECRET_ACCESS_KEY"),
            (403, "<Code>InvalidAccessKeyId</Code>", "AWS_ACCESS_KEY_ID"),
            (400, "<Code>AuthorizationHeaderMalformed</Code><Region>eu-west-1</Region>", "region=eu-west-1"),
            (403, "<Code>AccessDenied</Code>", "Allow"), (503, "<Code>SlowDown</Code>", "can't serve now"),
            (429, "", "too often"),
        ] as [(UInt, String, String)])
    func failure(_ status: UInt, _ xml: String, _ advice: String) throws {
        let address = try #require(S3Address("s3://chat"))
        let failure = S3Failure(address, status, S3Answer(xml.utf8), date: nil)
        #expect(failure.description.contains(advice))
        #expect(failure.isTemporary == [429, 503].contains(status))
    }
}
