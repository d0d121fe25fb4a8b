import ChatWire
import Testing

@testable import ChatCore

@Suite struct FileRequestTests {
    private let answer = Array(
        #"{"id":"5B1C9E2A-7D3F-4C8B-A6E5-0F1D2C3B4A59","name":"a.png","type":"image/png","size":9,"width":1,"height":2}"#
            .utf8)

    @Test func `a name is written so that it can't be anything but a name`() {
        let upload = Upload(id: FileID(high: 1, low: 2), name: "Ä &b=1#?%.jpg", size: 1)
        let query = FileRequest.target(of: upload).split(separator: "?", maxSplits: 1)
        #expect(query == ["/v1/files/\(upload.id.text)", "name=%C3%84%20%26b%3D1%23%3F%25.jpg"])
    }

    @Test func `an answer is an attachment, a refusal in the server's words, or unexpected`() throws {
        #expect(try FileRequest.attachment(from: ServerAnswer(status: 201, body: answer)).dimensions?.height == 2)
        #expect(throws: UnexpectedAnswer(status: 200)) {
            try FileRequest.attachment(from: ServerAnswer(status: 200, body: Array("<html>Welcome!".utf8)))
        }
        #expect(throws: UnexpectedAnswer(status: 302)) {
            try FileRequest.attachment(from: ServerAnswer(status: 302, body: []))
        }
        let quota = #"{"type":"error","code":158,"error":"file_quota","text":"Too much.","temporary":false}"#
        #expect(throws: WireError(.fileQuota, "Too much.")) {
            try FileRequest.attachment(from: ServerAnswer(status: 413, body: Array(quota.utf8)))
        }
    }

    @Test func `the answer of a proxy in front of the server is judged by its status`() {
        let codes: [(Int, WireError.Code)] = [
            (401, .tokenRefused), (404, .file), (408, .overloaded), (413, .file), (429, .overloaded), (418, .file),
            (502, .overloaded), (503, .overloaded),
        ]
        for (status, code) in codes {
            let error = FileRequest.refusal(
                in: ServerAnswer(status: status, retryAfter: "7", body: Array("<html>".utf8)))
            #expect(error?.code == code, "\(status)")
            if code == .overloaded { #expect(error?.retry == 7_000) }
        }
    }
}
