import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A response with a JSON body that nobody may cache.
    init(json status: HTTPResponse.Status, _ write: (inout JSONWriter) -> Void) {
        var writer = JSONWriter()
        write(&writer)
        self.init(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
    }

    /// The refusal of a request, with the error as its body.
    ///
    /// - Parameters:
    ///   - ref: the request's; `nil` if it had none
    ///   - status: `nil` for the one that follows from the error
    init(refusing error: WireError, ref: UInt64? = nil, status: HTTPResponse.Status? = nil) {
        let status = status ?? HTTPResponse.Status(of: error)
        self.init(json: status) { ServerFrame.error(ref: ref, error).write(to: &$0) }
        setRetry(after: error)
        if status == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
    }

    /// Says after how many seconds the client may try again, if the error says so.
    mutating func setRetry(after error: WireError) {
        if let retry = error.retry { headers[.retryAfter] = String((retry + 999) / 1_000) }
    }
}

extension HTTPResponse.Status {
    /// The status of a response whose body is this error.
    init(of error: WireError) { self.init(code: error.httpStatus) }
}
