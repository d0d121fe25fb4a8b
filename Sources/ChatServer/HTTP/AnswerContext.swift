import ChatRooms
import Hummingbird
import NIOCore

/// The context of a response: the request, its connection, and the client's address.
struct AnswerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel
    var client: ClientAddress
    /// Whether the request came over https, to this server or to a trusted proxy.
    var isSecure = false

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        client = ClientAddress(source.channel.remoteAddress)
    }
}
