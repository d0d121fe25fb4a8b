extension String {
    /// The text that these bytes are; `nil` if they are not UTF-8. (What the standard library has
    /// for it needs macOS 15.)
    @inlinable
    package init?(validUTF8 bytes: some Collection<UInt8>) {
        if #available(macOS 15, iOS 18, *) {
            self.init(validating: bytes, as: UTF8.self)
        } else {
            self.init(decoding: bytes, as: UTF8.self)
            guard utf8.elementsEqual(bytes) else { return nil }
        }
    }
}
