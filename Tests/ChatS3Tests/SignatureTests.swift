import Foundation
import Testing

@testable import ChatS3

/// The examples of "Signature Calculations for the Authorization Header: Transferring Payload in a
/// Single Chunk": https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
@Suite("Signature Version 4: the examples that AWS has published")
struct SignatureTests {
    let signature = SignatureV4(
        credentials: S3Credentials(id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
        region: "us-east-1")
    let host = ("Host", "examplebucket.s3.amazonaws.com")
    /// 2013-05-24 00:00:00 UTC.
    let time = Date(timeIntervalSince1970: 1_369_353_600)

    @Test("GET of an object's first ten bytes")
    func getObject() {
        let headers = signature.headers("GET", "/test.txt", headers: [host, ("Range", "bytes=0-9")], at: time)
        #expect(
            headers.last?.1
                == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;range;x-amz-content-sha256;x-amz-date,Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
    }

    @Test("PUT of an object whose name has an escape")
    func putObject() {
        let headers = signature.headers(
            "PUT", "/test%24file.text",
            headers: [
                host, ("Date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY"),
            ], digest: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072", at: time)
        #expect(code(headers) == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd")
    }

    @Test("GET of a bucket's life cycle: a query without a value")
    func getLifecycle() {
        let headers = signature.headers("GET", "/", query: [("lifecycle", "")], headers: [host], at: time)
        #expect(code(headers) == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543")
    }

    @Test("GET of a bucket's objects: a query in another order")
    func listObjects() {
        let headers = signature.headers(
            "GET", "/", query: [("prefix", "J"), ("max-keys", "2")], headers: [host], at: time)
        #expect(code(headers) == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7")
    }

    @Test("Temporary credentials send their token, signed")
    func session() {
        let signature = SignatureV4(
            credentials: S3Credentials(id: "A", secret: "B", session: "T"), region: "us-east-1")
        let headers = signature.headers("GET", "/", headers: [host], at: time)
        #expect(headers.contains { $0 == ("x-amz-security-token", "T") })
        #expect(headers.last?.1.contains("x-amz-date;x-amz-security-token,") == true)
    }

    private func code(_ headers: [(String, String)]) -> Substring? {
        headers.last?.1.split(separator: "Signature=").last
    }
}
