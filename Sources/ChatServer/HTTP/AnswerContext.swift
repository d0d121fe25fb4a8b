import Hummingbird
import NIOCore

/// What an answer is made with: the request's context, and the connection it came by.
struct AnswerContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }
}
