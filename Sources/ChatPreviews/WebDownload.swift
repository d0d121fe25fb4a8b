import AsyncHTTPClient
import ChatServer
import ChatWire
import NIOCore
import NIOHTTP1
import NIOPosix

/// Fetches a page or an image: bounded in time, size and redirects, and only from addresses that may
/// be reached. Each redirect is looked at like the first address.
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

    let networks: ReachableNetworks
    /// Threads for the system's resolver, which blocks.
    let threads: NIOThreadPool

    /// - Parameter accept: The media types that are of use, for the server that is asked.
    /// - Returns: `nil` if there is nothing, for whatever reason
    func fetch(_ target: LinkTarget, accept: String) async -> Content? {
        let deadline = NIODeadline.now() + .milliseconds(Limits.previewDeadline)
        var target = target
        for _ in 0...Limits.previewRedirects {
            // The resolver has a deadline of its own.
            guard let address = await reachableAddress(of: target), deadline > .now() else { return nil }
            switch await ask(target, at: address, accept: accept, until: deadline) {
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

    /// A host that has one address which may not be reached is not asked at the others either.
    private func reachableAddress(of target: LinkTarget) async -> String? {
        let host = target.host
        guard let found = try? await threads.runIfActive({ HostAddresses.of(host) }), let first = found.first,
            found.allSatisfy({ networks.reach($0.address, port: target.port) })
        else { return nil }
        return first.text
    }

    /// With a client of its own: it connects to this address only, and keeps no connection.
    private func ask(
        _ target: LinkTarget, at address: String, accept: String, until deadline: NIODeadline
    ) async -> Answer {
        var configuration = HTTPClient.Configuration(
            redirectConfiguration: .disallow,
            timeout: .init(connect: deadline - .now(), read: deadline - .now()))
        configuration.httpVersion = .http1Only
        // The name is not asked for again: its answer could be another one now (DNS rebinding).
        configuration.dnsOverride = [target.host: address]
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let answer: Answer
        do { answer = try await ask(client, target, accept, deadline) } catch { answer = .nothing }
        try? await client.shutdown()
        return answer
    }

    private func ask(
        _ client: HTTPClient, _ target: LinkTarget, _ accept: String, _ deadline: NIODeadline
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: target.url.absoluteString)
        request.headers.add(name: "Accept", value: accept)
        request.headers.add(name: "User-Agent", value: "\(ServerVersion.name) (link preview)")
        let response = try await client.execute(request, deadline: deadline)
        switch response.status.code {
        case 200: break
        case 301, 302, 303, 307, 308:
            return response.headers.first(name: "Location").map { .redirect($0) } ?? .nothing
        default: return .nothing
        }
        let type = response.headers.first(name: "Content-Type")?.lowercased() ?? ""
        var content = Content(target: target, type: type, bytes: [], isCut: false)
        for try await part in response.body {
            // A page that comes byte by byte is in time for the client's own deadline.
            guard deadline > .now() else { return .nothing }
            let room = Limits.previewBytes - content.bytes.count
            content.bytes += part.readableBytesView.prefix(room)
            content.isCut = part.readableBytes > room
            if content.isCut { break }
        }
        return .content(content)
    }
}
