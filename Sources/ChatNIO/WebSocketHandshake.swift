import NIOHTTP1

/// The rules for a request to become a WebSocket (RFC 6455 section 4.2.1).
public enum WebSocketHandshake {
    /// The supported version. A response with status 426 names it in `Sec-WebSocket-Version`.
    public static let version = "13"

    /// Why the request is not a proper handshake; `nil` if it is one.
    ///
    /// 426 for a request for something else or for another version, 400 for an ill-formed one.
    public static func refusal(of head: HTTPRequestHead) -> HTTPResponseStatus? {
        let headers = head.headers
        guard headers[canonicalForm: "upgrade"].contains(where: { $0.lowercased() == "websocket" }) else {
            return .upgradeRequired
        }
        guard headers["sec-websocket-version"] == [version] else {
            return headers["sec-websocket-version"].count == 1 ? .upgradeRequired : .badRequest
        }
        guard head.method == .GET, head.version == .http1_1, headers["host"].count == 1,
            headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }),
            // NIO's parser does not accept a tab after `upgrade`: it would continue to read HTTP
            // where frames begin.
            !headers["connection"].contains(where: { $0.utf8.contains(UInt8(ascii: "\t")) }),
            // A body would be taken for frames.
            headers["transfer-encoding"].isEmpty, headers["content-length"].allSatisfy({ $0 == "0" })
        else { return .badRequest }
        let keys = headers["sec-websocket-key"]
        guard keys.count == 1, keys.allSatisfy(isKey) else { return .badRequest }
        return nil
    }

    /// Whether it is Base64 of 16 bytes: 22 digits and two equals signs.
    private static func isKey(_ text: String) -> Bool {
        let bytes = text.utf8
        return bytes.count == 24 && bytes.suffix(2).elementsEqual("==".utf8)
            && bytes.prefix(22).allSatisfy { byte in
                switch UInt8(byte) {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
                    true
                default: false
                }
            }
    }
}
