import ChatRooms
import Hummingbird
import NIOCore

/// What an answer is made with: the request's context, the connection it came by, and its client's address.
struct AnswerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    var client: ClientAddress
    /// Whether the request came over https, here or at a trusted proxy.
    var isSecure = false

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        client = ClientAddress(source.channel.remoteAddress)
    }
}
