/// Supplies tokens for servers that do not accept guests.
///
/// The client asks before the first connection, and again whenever the server refuses a token. Then
/// `isRefused` is `true`, so that a cached token is not returned again. If the result is `nil`, the
/// client gives up until ``ChatClient/reconnect()``.
public typealias TokenProvider = @Sendable (_ isRefused: Bool) async -> String?
