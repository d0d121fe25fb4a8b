extension Author {
    /// Whether the person stands before the other one in a list of names: as in a dictionary, where
    /// neither upper case nor the marks of Latin letters count. “émile” stands between “Emil” and
    /// “Emma”. People with the same letters are ordered by their ids.
    public func isListed(before other: Author) -> Bool {
        if Author.letters(of: name).lexicographicallyPrecedes(Author.letters(of: other.name)) { return true }
        if Author.letters(of: other.name).lexicographicallyPrecedes(Author.letters(of: name)) { return false }
        return user.isBefore(other.user)
    }

    private static func letters(of name: String) -> some Sequence<Unicode.Scalar> {
        name.unicodeScalars.lazy.filter { !$0.isMark }.map { $0.dictionaryLetter }
    }
}

extension Unicode.Scalar {
    /// The letter in lower case, without its mark.
    fileprivate var dictionaryLetter: Unicode.Scalar {
        if isASCII { return "A"..."Z" ~= self ? Unicode.Scalar(UInt8(value) | 0x20) : self }
        return (properties.lowercaseMapping.unicodeScalars.first ?? self).withoutMark
    }
}
