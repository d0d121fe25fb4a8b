import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Sends HTTP requests. A whole answer has a deadline and a maximum size.
final class HTTP: Sendable {
    struct Answer: Sendable {
        let status: Int
        let type: String?
        let body: Data
    }

    /// In seconds.
    private let deadline: Double
    private let session: URLSession
    private let downloads = Downloads()

    init(deadline: Double) {
        self.deadline = deadline
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = deadline
        configuration.timeoutIntervalForResource = deadline
        session = URLSession(configuration: configuration, delegate: downloads, delegateQueue: nil)
    }

    deinit {
        session.invalidateAndCancel()
    }

    func get(_ request: URLRequest, atMost bytes: Int) async throws(MovieError) -> Answer {
        let (session, downloads, deadline) = (session, downloads, deadline)
        let result = await withTaskGroup(of: Result<Answer, MovieError>.self) { group in
            group.addTask { await downloads.run(request, in: session, atMost: bytes, within: deadline) }
            // The session's own deadlines begin anew with each byte on some platforms.
            group.addTask {
                let isOver = (try? await Task.sleep(for: .seconds(deadline))) != nil
                return .failure(isOver ? .slow(deadline) : .unreachable("cancelled"))
            }
            let first = await group.next()
            group.cancelAll()
            return first ?? .failure(.slow(deadline))
        }
        return try result.get()
    }
}

/// The answers that are arriving in a session.
///
/// Sendable: `running` is touched under `lock` only.
private final class Downloads: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private struct Download {
        let limit: Int
        let deadline: Double
        var body = Data()
        let done: CheckedContinuation<Result<HTTP.Answer, MovieError>, Never>
    }

    private let lock = NSLock()
    private var running: [Int: Download] = [:]

    func run(
        _ request: URLRequest, in session: URLSession, atMost limit: Int, within deadline: Double
    ) async -> Result<HTTP.Answer, MovieError> {
        let task = session.dataTask(with: request)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { done in
                lock.withLock { running[task.taskIdentifier] = Download(limit: limit, deadline: deadline, done: done) }
                if Task.isCancelled { end(task, .failure(.unreachable("cancelled"))) } else { task.resume() }
            }
        } onCancel: {
            end(task, .failure(.unreachable("cancelled")))
        }
    }

    private func end(_ task: URLSessionTask, _ result: Result<HTTP.Answer, MovieError>) {
        task.cancel()
        lock.withLock { running.removeValue(forKey: task.taskIdentifier) }?.done.resume(returning: result)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let limit: Int? = lock.withLock {
            guard var download = running.removeValue(forKey: dataTask.taskIdentifier) else { return nil }
            download.body.append(data)
            running[dataTask.taskIdentifier] = download
            return download.body.count > download.limit ? download.limit : nil
        }
        if let limit { end(dataTask, .failure(.tooLarge(limit))) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let download = lock.withLock({ running.removeValue(forKey: task.taskIdentifier) }) else { return }
        guard error == nil, let response = task.response as? HTTPURLResponse else {
            let isLate = (error as? URLError)?.code == .timedOut
            return download.done.resume(
                returning: .failure(isLate ? .slow(download.deadline) : .unreachable(Self.reason(error))))
        }
        let type = response.value(forHTTPHeaderField: "Content-Type")
        download.done.resume(returning: .success(.init(status: response.statusCode, type: type, body: download.body)))
    }

    /// Redirects are not followed: the key must not be sent to another address.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    /// An error in words. The system's own description may have the address, and with it the key.
    private static func reason(_ error: (any Error)?) -> String {
        guard let code = (error as? URLError)?.code else { return "no answer" }
        return switch code {
        case .cannotFindHost, .dnsLookupFailed: "no such host"
        case .cannotConnectToHost: "no server listens at this address"
        case .networkConnectionLost: "the connection was lost"
        case .notConnectedToInternet: "no connection to the internet"
        case .secureConnectionFailed, .serverCertificateUntrusted: "no trust in the server's certificate"
        default: "error \(code.rawValue) of the network"
        }
    }
}
