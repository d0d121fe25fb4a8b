import ChatRooms
import ChatWire
import HTTPTypes
import Hummingbird
import NIOCore

extension FileRefusal {
    init(_ error: DiskError) { self = error.isFull ? .noSpace : error.isShort ? .overloaded : .diskFailed }

    init(_ error: StoreError) { self.init(error.refusal) }

    var response: Response {
        var writer = JSONWriter()
        ServerFrame.error(ref: nil, error).write(to: &writer)
        var response = Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: writer.bytes)))
        if let retry = error.retry { response.headers[.retryAfter] = String((retry + 999) / 1_000) }
        if status == .unauthorized { response.headers[.wwwAuthenticate] = "Bearer" }
        return response
    }
}
