/// Tokens that an app and its extensions share, in the keychain of their app group.
public enum SharedTokens {
    /// The tokens of one account; `nil` where there is no keychain.
    ///
    /// - Parameters:
    ///   - account: Any text that identifies the account.
    ///   - group: The app group's id. Each process needs it in its entitlements.
    public static func vault(of account: String, in group: String) -> (any TokenVault)? {
        #if canImport(Security)
            KeychainTokens(account: account, group: group)
        #else
            nil
        #endif
    }
}
