/// ASCII letters in another style: in circles and squares, as small capitals, raised. UTS 39 does
/// not count them as confusable, for they look different from plain letters; a reader takes the
/// name that they spell for that name all the same.
enum StyledLetters {
    /// The plain letter that a scalar stands for.
    static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if let letter = singles[scalar] { return letter }
        guard let row = rows.first(where: { $0.contains(scalar.value) }) else { return nil }
        return Unicode.Scalar(UInt8(ascii: "a") + UInt8(clamping: scalar.value - row.lowerBound))
    }

    /// Rows of 26 letters: in parentheses, circled, squared, filled, and those of flags.
    private static let rows: [ClosedRange<UInt32>] = [
        0x249C...0x24B5, 0x24B6...0x24CF, 0x24D0...0x24E9, 0x1F110...0x1F129, 0x1F130...0x1F149, 0x1F150...0x1F169,
        0x1F170...0x1F189, 0x1F1E6...0x1F1FF,
    ]

    private static let singles: [Unicode.Scalar: Unicode.Scalar] = {
        let styles = [
            zip("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ".unicodeScalars, "abcdefghijklmnoprstuvwyz".unicodeScalars),
            zip("ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ".unicodeScalars, "abcdefghijklmnoprstuvwxyz".unicodeScalars),
        ]
        return styles.joined().reduce(into: [:]) { $0[$1.0] = $1.1 }
    }()
}
