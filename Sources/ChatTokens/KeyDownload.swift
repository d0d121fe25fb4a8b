import AsyncHTTPClient
import ChatWire
import NIOCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Fetches a set of keys over HTTP: bounded in time and size, and from this address only.
struct KeyDownload: Sendable {
    private let address: String

    /// `nil` for an address that is not https, except on this machine.
    init?(_ address: String) {
        guard let url = URL(string: address), let host = url.host(percentEncoded: false), !host.isEmpty else {
            return nil
        }
        let isLoopback = ["localhost", "::1", "[::1]"].contains(host) || IPv4.isLoopback(host)
        guard url.scheme == "https" || url.scheme == "http" && isLoopback else { return nil }
        self.address = address
    }

    func run() async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { tasks in
            tasks.addTask { try await fetch() }
            tasks.addTask {
                try await Task.sleep(for: .milliseconds(Limits.tokenKeysDeadline))
                throw KeyFault("it took longer than \(Limits.tokenKeysDeadline / 1_000) s")
            }
            defer { tasks.cancelAll() }
            return try await tasks.next() ?? []
        }
    }

    /// With a client of its own: a fetch is rare, and keeps no connection.
    private func fetch() async throws -> [UInt8] {
        let deadline = TimeAmount.milliseconds(Limits.tokenKeysDeadline)
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: deadline, read: deadline))
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let result: Result<[UInt8], any Error>
        do { result = .success(try await fetch(client, deadline)) } catch { result = .failure(error) }
        try? await client.shutdown()
        return try result.get()
    }

    private func fetch(_ client: HTTPClient, _ deadline: TimeAmount) async throws -> [UInt8] {
        var request = HTTPClientRequest(url: address)
        request.headers.add(name: "Accept", value: "application/jwk-set+json, application/json")
        let response = try await client.execute(request, timeout: deadline)
        guard response.status == .ok else { throw KeyFault("the answer is \(response.status.code), not 200") }
        do {
            return Array(buffer: try await response.body.collect(upTo: Limits.tokenKeysBytes))
        } catch is NIOTooManyBytesError {
            throw KeyFault("the answer is longer than \(Limits.tokenKeysBytes) bytes")
        }
    }
}

private enum IPv4 {
    static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
