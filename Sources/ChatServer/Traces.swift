import Tracing

/// Spans for the tracer that an embedder has bootstrapped (swift-distributed-tracing): of commits,
/// of pages of history, of HTTP requests.
///
/// They have counts and codes. No text, name, room, id or token is in them. Without a tracer
/// nothing is made. What a client says about a trace of its own is not read: these begin here.
struct Traces: Sendable {
    private let tracer: (any Tracer)?

    /// The process's tracer, as it is when the server starts.
    init() { self.init(InstrumentationSystem.tracer) }

    init(_ tracer: any Tracer) { self.tracer = tracer is NoOpTracer ? nil : tracer }

    /// - Returns: to be ended; `nil` where nobody traces
    func begin(_ name: String, ofKind kind: SpanKind = .internal) -> (any Span)? {
        tracer?.startSpan(name, context: .topLevel, ofKind: kind)
    }
}

extension Span {
    /// Ends a span of something that failed; the error's kind is told, not what it says.
    func fail(_ error: any Error) {
        setStatus(SpanStatus(code: .error, message: "\(type(of: error))"))
        end()
    }
}
