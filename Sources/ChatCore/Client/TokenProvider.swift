/// Where a client's tokens come from, for servers that do not make guests.
///
/// Asked before the first connection, and again whenever the server refuses the token: then with `isRefused`, so that a cached one
/// is not given again. `nil` ends the attempts until ``ChatClient/reconnect()``.
public typealias TokenProvider = @Sendable (_ isRefused: Bool) async -> String?
