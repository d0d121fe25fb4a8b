#if canImport(SwiftUI)
    import ChatCore
    import ChatStore
    import Foundation

    /// The way to a server by the system's own WebSocket.
    struct WebSocketTransport: Transport {
        let address: ServerAddress

        func connect() async throws -> any TransportConnection {
            guard let url: URL = address.socket else { throw URLError(URLError.Code.badURL) }
            return WebSocketConnection(URLSession.shared.webSocketTask(with: url))
        }
    }

    /// A connection, or one that will turn out not to come about: then its events end.
    private struct WebSocketConnection: TransportConnection {
        let events: AsyncStream<TransportEvent>
        private let socket: URLSessionWebSocketTask
        /// Ends with the socket.
        private let reading: Task<Void, Never>

        init(_ socket: URLSessionWebSocketTask) {
            let (events, sink): (AsyncStream<TransportEvent>, TransportSink) = TransportSink.make()
            self.events = events
            self.socket = socket
            socket.resume()
            reading = Task {
                while let message: URLSessionWebSocketTask.Message = try? await socket.receive() {
                    guard case .string(var text) = message else {
                        socket.cancel(with: URLSessionWebSocketTask.CloseCode.unsupportedData, reason: nil)
                        break
                    }
                    if !text.withUTF8({ (bytes: UnsafeBufferPointer<UInt8>) -> Bool in sink.receive(json: bytes) }) {
                        break
                    }
                }
                // What the server said, where it did: 0 stands for nothing.
                sink.close(UInt16(exactly: socket.closeCode.rawValue).flatMap { $0 == 0 ? nil : CloseCode($0) })
                socket.cancel()
            }
        }

        func send(_ frame: ClientFrame) async throws {
            var writer: JSONWriter = JSONWriter()
            frame.write(to: &writer)
            try await socket.send(URLSessionWebSocketTask.Message.string(String(decoding: writer.bytes, as: UTF8.self)))
        }

        func close(_ code: CloseCode) async {
            socket.cancel(
                with: URLSessionWebSocketTask.CloseCode(rawValue: Int(code.number))
                    ?? URLSessionWebSocketTask.CloseCode.normalClosure, reason: nil)
            reading.cancel()
        }
    }
#endif
