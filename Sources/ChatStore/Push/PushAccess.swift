import ChatCore
import Foundation

/// What an app and its notification service extension share: the accounts, and their tokens.
public struct PushAccess: Sendable {
    /// Keeps the token of an account where both can read it; `nil` if there is no such place.
    public typealias Vault = @Sendable (AccountID) -> (any TokenVault)?

    /// The accounts.
    public let accounts: PrivateFile<PushAccounts>
    /// Their tokens.
    public let vault: Vault

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - folder: A folder of the app group. It is created when something is written to it.
    ///   - vault: Where the tokens are.
    public init(folder: URL, vault: @escaping Vault) {
        let file = folder.appendingPathComponent("accounts", isDirectory: false)
        accounts = PrivateFile(file, most: Limits.pushAccountsBytes)
        self.vault = vault
    }

    /// Uses a folder of the app group, and the group's part of the keychain.
    ///
    /// - Parameter group: The app group's id.
    public init(folder: URL, group: String) {
        self.init(folder: folder) { account in SharedTokens.vault(of: account.text, in: group) }
    }
}
