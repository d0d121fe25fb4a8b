#if canImport(Darwin)
    import Foundation

    /// Martlet v1 over `URLSession`'s WebSocket, with the system's TLS and proxies. For Apple's
    /// systems: on Linux, `URLSession` has no WebSocket; use ChatCoreNIO's `NIOTransport` there.
    ///
    /// ```swift
    /// let transport = URLSessionTransport(URL(string: "https://chat.example.org")!)
    /// ```
    public struct URLSessionTransport: Transport {
        private let endpoint: URL
        private let server: URL
        private let configuration: @Sendable () -> URLSessionConfiguration

        /// Creates the transport.
        ///
        /// - Parameters:
        ///   - server: The server's address: `https` or `wss`; `http` or `ws` if the app's
        ///     transport security allows it.
        ///   - configuration: The configuration of each connection's session.
        public init(
            _ server: URL, configuration: @escaping @Sendable () -> URLSessionConfiguration = { .default }
        ) {
            var parts = URLComponents(url: server, resolvingAgainstBaseURL: true)
            switch server.scheme?.lowercased() {
            case "http": parts?.scheme = "ws"
            case "https": parts?.scheme = "wss"
            default: break
            }
            endpoint = (parts?.url ?? server).appendingPathComponent("v1")
            self.server = server
            self.configuration = configuration
        }

        /// Transfers files to and from the same server, over HTTP.
        public var files: (any FileTransport)? { URLSessionFiles(server, configuration: configuration) }

        /// Sends requests to the same server, over HTTP.
        public var requests: (any RequestTransport)? { URLSessionRequests(server, configuration: configuration) }

        /// Opens a connection. Redirects are not followed: they would carry the token elsewhere.
        ///
        /// - Throws: `URLSession`'s error.
        public func connect() async throws -> any TransportConnection {
            let (events, sink) = TransportSink.make()
            let (openings, opening) = AsyncThrowingStream.makeStream(of: Void.self, throwing: (any Error).self)
            let session = URLSession(
                configuration: configuration(), delegate: Delegate(opening: opening, sink: sink), delegateQueue: nil)
            let task = session.webSocketTask(with: endpoint)
            task.maximumMessageSize = Limits.receivedFrameBytes
            task.resume()
            try await withTaskCancellationHandler {
                for try await _ in openings { return }
                throw CancellationError()
            } onCancel: {
                task.cancel()
            }
            Connection.receive(on: task, into: sink)
            return Connection(events: events, sink: sink, task: task)
        }
    }

    extension URLSessionTransport {
        private struct Connection: TransportConnection {
            let events: AsyncStream<TransportEvent>
            let sink: TransportSink
            let task: URLSessionWebSocketTask

            func send(_ frame: ClientFrame) async throws {
                var writer = JSONWriter()
                frame.write(to: &writer)
                try await task.send(.string(String(decoding: writer.bytes, as: UTF8.self)))
            }

            func close(_ code: CloseCode) async {
                Connection.cancel(task, code)
                sink.close(code)
            }

            static func cancel(_ task: URLSessionWebSocketTask, _ code: CloseCode) {
                let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(code.number)) ?? .normalClosure
                task.cancel(with: code, reason: nil)
            }

            /// Receives messages one after the other. The delegate hears about the end.
            static func receive(on task: URLSessionWebSocketTask, into sink: TransportSink) {
                task.receive { result in
                    switch result {
                    case .success(.string(var text)):
                        guard text.withUTF8({ sink.receive(json: $0) }) else { return cancel(task, .tooSlow) }
                    case .success: break
                    case .failure: return
                    }
                    receive(on: task, into: sink)
                }
            }
        }

        /// Hears about a connection's opening and end. Its session retains it until then.
        private final class Delegate: NSObject, URLSessionWebSocketDelegate, Sendable {
            private let opening: AsyncThrowingStream<Void, any Error>.Continuation
            private let sink: TransportSink

            init(opening: AsyncThrowingStream<Void, any Error>.Continuation, sink: TransportSink) {
                self.opening = opening
                self.sink = sink
            }

            func urlSession(
                _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol protocol: String?
            ) {
                opening.yield(())
            }

            func urlSession(
                _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
                didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
            ) {
                sink.close(UInt16(exactly: closeCode.rawValue).map { CloseCode($0) })
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
                newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
            ) {
                completionHandler(nil)
            }

            func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
                opening.finish(throwing: error ?? URLError(.networkConnectionLost))
                sink.close(nil)
                session.finishTasksAndInvalidate()
            }
        }
    }
#endif
