#if canImport(Darwin)
    import Foundation

    /// One exchange over `URLSession`: collects what the delegate reports.
    enum FileExchange {
        enum Happening: Sendable {
            case sent(UInt64)
            case answered(status: Int, retryAfter: String?)
            case body(Data)
        }

        typealias Sink = AsyncThrowingStream<Happening, any Error>.Continuation

        static func happenings() -> (AsyncThrowingStream<Happening, any Error>, Sink) {
            AsyncThrowingStream.makeStream(
                of: Happening.self, throwing: (any Error).self,
                bufferingPolicy: .bufferingOldest(Limits.framesWaiting))
        }

        /// Runs the transfer from the first byte to the last. When cancelled, it ends soon.
        static func run(
            _ task: URLSessionTask, _ happenings: AsyncThrowingStream<Happening, any Error>,
            most: Int = Limits.fileAnswerBytes, progress: @Sendable (UInt64) -> Void = { _ in }
        ) async throws -> ServerAnswer {
            task.resume()
            return try await withTaskCancellationHandler {
                // However it ends, nothing more is wanted from it.
                defer { task.cancel() }
                var answer = ServerAnswer(status: 0)  // until the status has arrived
                for try await happening in happenings {
                    switch happening {
                    case .sent(let bytes): progress(bytes)
                    case .answered(let status, let retryAfter):
                        (answer.status, answer.retryAfter) = (status, retryAfter)
                    case .body(let data): answer.body += data.prefix(most - answer.body.count)
                    }
                }
                try Task.checkCancellation()
                if answer.status == 0 { throw URLError(.networkConnectionLost) }
                return answer
            } onCancel: {
                task.cancel()
            }
        }

        static func answered(_ response: URLResponse?) -> Happening {
            let response = response as? HTTPURLResponse
            return .answered(
                status: response?.statusCode ?? 0, retryAfter: response?.value(forHTTPHeaderField: "Retry-After"))
        }
    }

    /// Reports an upload. Its session retains it until the end.
    final class UploadDelegate: NSObject, URLSessionDataDelegate, Sendable {
        private let sink: FileExchange.Sink

        init(_ sink: FileExchange.Sink) { self.sink = sink }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
            totalBytesExpectedToSend: Int64
        ) {
            sink.yield(.sent(UInt64(clamping: totalBytesSent)))
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            // A regular answer comes in one part or two. Thousands of parts are not an answer.
            if case .dropped = sink.yield(.body(data)) { dataTask.cancel() }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            sink.yield(FileExchange.answered(task.response))
            // A server that refuses may answer and close before it has read everything. Then its
            // answer counts.
            sink.finish(throwing: task.response == nil ? error : nil)
        }
    }

    /// Moves a download to its destination. Its session retains it until the end.
    final class DownloadDelegate: NSObject, URLSessionDownloadDelegate, Sendable {
        private let sink: FileExchange.Sink
        private let place: URL
        private let most: Int64

        init(_ sink: FileExchange.Sink, to place: URL, most: Int64) {
            self.sink = sink
            self.place = place
            self.most = most
        }

        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
            totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
        ) {
            if totalBytesWritten > max(most, Int64(Limits.fileAnswerBytes)) { downloadTask.cancel() }
        }

        /// The system deletes the temporary file when this returns.
        func urlSession(
            _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
        ) {
            sink.yield(FileExchange.answered(downloadTask.response))
            do {
                if (downloadTask.response as? HTTPURLResponse)?.statusCode == 200 {
                    try FileManager.default.moveItem(at: location, to: place)
                } else {
                    let file = try FileHandle(forReadingFrom: location)
                    defer { try? file.close() }
                    sink.yield(.body(try file.read(upToCount: Limits.fileAnswerBytes) ?? Data()))
                }
            } catch {
                sink.finish(throwing: error)
            }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            sink.finish(throwing: error)
        }
    }
#endif
