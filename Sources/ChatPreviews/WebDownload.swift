import AsyncHTTPClient
import ChatRooms
import ChatServer
import ChatWire
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1

/// Fetches a page or an image: bounded in time, size and redirects, and only from addresses that
/// may be reached. The target of each redirect is checked like the first address.
struct WebDownload: Sendable {
    struct Content: Sendable {
        /// Where the last redirect led.
        var target: LinkTarget
        /// In lower case, with its parameters; empty if the answer names none.
        var type: String
        /// At most ``ChatWire/Limits/previewBytes``: what is longer is cut there.
        var bytes: [UInt8]
        var isCut: Bool
    }

    /// The error of a download that can't begin now.
    struct Busy: Error {
        enum Reason {
            /// The page's site was asked too often recently.
            case site
            /// Too many names are looked up.
            case lookups
        }

        var reason: Reason
        /// Milliseconds after which to ask again.
        var wait: UInt64
    }

    private let networks: ReachableNetworks
    private let resolver = Resolver()
    /// How often each address may be asked, so that nobody aims the server at a site: by many
    /// links, by many names of it, by redirects, or by images.
    private let sites = NIOLockedValueBox(
        TokenBuckets<IPAddress>(
            TokenBucket.Rate(Limits.previewRequestsPerSite, within: 60), capacity: Limits.previewCounts))

    init(_ networks: ReachableNetworks) {
        self.networks = networks
        resolver.start()
    }

    /// Ends the resolver's threads. It does not wait for downloads or lookups under way.
    func end() { resolver.end() }

    /// - Parameters:
    ///   - accept: the media types that are of use, for the `Accept` header
    ///   - reader: the address, or the IPv6 site, of the reader for whom it is fetched
    /// - Returns: `nil` if nothing could be fetched, for whatever reason
    func fetch(_ target: LinkTarget, accept: String, for reader: ClientAddress) async throws(Busy) -> Content? {
        let deadline = NIODeadline.now() + .milliseconds(Limits.previewDeadline)
        var target = target
        for _ in 0...Limits.previewRedirects {
            guard let address = try await reachableAddress(of: target, for: reader, until: deadline) else { return nil }
            let now = Int64(clamping: NIODeadline.now().uptimeNanoseconds)
            if let wait = sites.withLockedValue({ $0.take(address.number, at: now) }) {
                throw Busy(reason: .site, wait: wait)
            }
            switch await ask(target, at: address.text, accept: accept, until: deadline) {
            case .content(let content): return content
            case .redirect(let location):
                guard let next = LinkTarget(location, relativeTo: target.url) else { return nil }
                target = next
            case .nothing: return nil
            }
        }
        return nil
    }

    private enum Answer {
        case content(Content)
        case redirect(String)
        case nothing
    }

    /// The address to ask; `nil` if the host has none, or if any of its addresses may not be
    /// reached.
    private func reachableAddress(
        of target: LinkTarget, for reader: ClientAddress, until deadline: NIODeadline
    ) async throws(Busy) -> HostAddress? {
        let found = try await resolver.addresses(of: target.host, for: reader, until: deadline)
        return found.allSatisfy { networks.canReach($0.number, port: target.port) } ? found.first : nil
    }

    /// The answer, if it is complete in time.
    private func ask(
        _ target: LinkTarget, at address: String, accept: String, until deadline: NIODeadline
    ) async -> Answer {
        await withTaskGroup(of: Answer.self) { tasks in
            tasks.addTask { await ask(target, at: address, accept) }
            tasks.addTask {
                let left = deadline - .now()
                try? await Task.sleep(nanoseconds: UInt64(max(left.nanoseconds, 0)))
                return .nothing
            }
            defer { tasks.cancelAll() }
            return await tasks.next() ?? .nothing
        }
    }

    /// Asks with a client of its own, which connects to this address only, and keeps no connection.
    private func ask(_ target: LinkTarget, at address: String, _ accept: String) async -> Answer {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow, timeout: .init(connect: .milliseconds(Limits.previewDeadline)))
        configuration.httpVersion = .http1Only
        // The name is not looked up again: the answer could be another address now (DNS rebinding).
        configuration.dnsOverride = [target.host: address]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let answer: Answer
        do { answer = try await ask(client, target, accept) } catch { answer = .nothing }
        try? await client.shutdown()
        return answer
    }

    private func ask(_ client: HTTPClient, _ target: LinkTarget, _ accept: String) async throws -> Answer {
        var request = HTTPClientRequest(url: target.url.absoluteString)
        request.headers.add(name: "Accept", value: accept)
        request.headers.add(name: "User-Agent", value: "\(ServerVersion.name) (link preview)")
        let response = try await client.execute(request, timeout: .milliseconds(Limits.previewDeadline))
        switch response.status.code {
        case 200: break
        case 301, 302, 303, 307, 308:
            return response.headers.first(name: "Location").map { .redirect($0) } ?? .nothing
        default: return .nothing
        }
        let type = response.headers.first(name: "Content-Type")?.lowercased() ?? ""
        var content = Content(target: target, type: type, bytes: [], isCut: false)
        for try await part in response.body {
            let room = Limits.previewBytes - content.bytes.count
            content.bytes += part.readableBytesView.prefix(room)
            content.isCut = part.readableBytes > room
            if content.isCut { break }
        }
        return .content(content)
    }
}
