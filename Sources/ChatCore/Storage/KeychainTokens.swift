#if canImport(Security)
    import ChatWire
    import Foundation
    import Security

    /// Tokens in the system's data protection keychain. They can be read after the device was
    /// unlocked once since it started, as work in the background needs, and only on this device,
    /// like the journal.
    struct KeychainTokens: TokenVault {
        /// What the items of this vault have in common.
        private let service: String
        /// The app group whose processes can read them; `nil` for the app alone.
        private let group: String?

        /// - Parameters:
        ///   - account: Any text that identifies the account.
        ///   - group: An app group, which is a group of the keychain, too (from iOS 8 on).
        init(account: String, group: String) {
            (service, self.group) = ("ChatCore shared \(account)", group)
        }

        /// `nil` if the journal is outside of the home: the path of an app's group can change.
        init?(path: String) {
            let home: String = URL(fileURLWithPath: NSHomeDirectory()).standardizedFileURL.path + "/"
            let path: String = URL(fileURLWithPath: path).standardizedFileURL.path
            guard path.hasPrefix(home) else { return nil }
            // The journal's path within the user's or the app's home.
            (service, group) = ("ChatCore \(path.dropFirst(home.count))", nil)
        }

        func token(of user: UserID) throws(StorageError) -> String? {
            var query: [CFString: Any] = item(user)
            query[kSecReturnData] = true
            query[kSecMatchLimit] = kSecMatchLimitOne
            var found: CFTypeRef?
            let status: OSStatus = SecItemCopyMatching(query as CFDictionary, &found)
            if KeychainTokens.isNone(status) { return nil }
            guard status == errSecSuccess, let data: Data = found as? Data else { throw failure(status) }
            return String(decoding: data, as: UTF8.self)
        }

        func keep(_ token: String, of user: UserID) throws(StorageError) {
            let value: [CFString: Any] = [
                kSecValueData: Data(token.utf8),
                kSecAttrAccessible: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
            ]
            var status: OSStatus = SecItemUpdate(item(user) as CFDictionary, value as CFDictionary)
            if status == errSecItemNotFound {
                let new: [CFString: Any] = item(user).merging(value) { (_: Any, new: Any) -> Any in new }
                status = SecItemAdd(new as CFDictionary, nil)
            }
            if status != errSecSuccess { throw failure(status) }
        }

        func removeAll(but user: UserID?) throws(StorageError) {
            for account: String in try accounts() where account != user?.text {
                var query: [CFString: Any] = items
                query[kSecAttrAccount] = account
                let status: OSStatus = SecItemDelete(query as CFDictionary)
                guard status == errSecSuccess || KeychainTokens.isNone(status) else { throw failure(status) }
            }
        }

        private func accounts() throws(StorageError) -> [String] {
            var query: [CFString: Any] = items
            query[kSecReturnAttributes] = true
            query[kSecMatchLimit] = kSecMatchLimitAll
            var found: CFTypeRef?
            let status: OSStatus = SecItemCopyMatching(query as CFDictionary, &found)
            if KeychainTokens.isNone(status) { return [] }
            guard status == errSecSuccess, let list: [[String: Any]] = found as? [[String: Any]] else {
                throw failure(status)
            }
            return list.compactMap { (one: [String: Any]) -> String? in one[kSecAttrAccount as String] as? String }
        }

        private var items: [CFString: Any] {
            var items: [CFString: Any] = [
                kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecUseDataProtectionKeychain: true,
            ]
            if let group { items[kSecAttrAccessGroup] = group }
            return items
        }

        private func item(_ user: UserID) -> [CFString: Any] {
            var item: [CFString: Any] = items
            item[kSecAttrAccount] = user.text
            return item
        }

        /// A process without an application identifier, such as one of `swift run`, has no such
        /// keychain.
        private static func isNone(_ status: OSStatus) -> Bool {
            status == errSecItemNotFound || status == errSecMissingEntitlement
        }

        private func failure(_ status: OSStatus) -> StorageError {
            let reason: String = SecCopyErrorMessageString(status, nil) as String? ?? "error \(status)"
            return .failed("The keychain can't be used: \(reason). Unlock the device and try again.")
        }
    }
#endif
