/// SHA-256 (FIPS 180-4) of short texts. It is for what client and server both compute, without a
/// library; files are hashed elsewhere.
enum SHA256 {
    /// The first 128 bits of the digest.
    static func half(_ text: some Collection<UInt8>) -> (high: UInt64, low: UInt64) {
        let state = digest(text)
        return (UInt64(state[0]) << 32 | UInt64(state[1]), UInt64(state[2]) << 32 | UInt64(state[3]))
    }

    /// The eight words of the digest.
    static func digest(_ text: some Collection<UInt8>) -> [UInt32] {
        var bytes = Array(text)
        let bits = UInt64(bytes.count) &* 8
        bytes.append(0x80)
        while bytes.count % 64 != 56 { bytes.append(0) }
        for shift in stride(from: UInt64(56), through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: bits >> shift))
        }
        var state = initial
        for block in stride(from: 0, to: bytes.count, by: 64) { fold(bytes[block..<block + 64], into: &state) }
        return state
    }

    private static func fold(_ block: ArraySlice<UInt8>, into state: inout [UInt32]) {
        var words: [UInt32] = []
        words.reserveCapacity(64)
        var word: UInt32 = 0
        for (index, byte) in block.enumerated() {
            word = word << 8 | UInt32(byte)
            if index % 4 == 3 { words.append(word) }
        }
        for index in 16..<64 {
            let (near, far) = (words[index - 2], words[index - 15])
            let one = rotated(near, 17) ^ rotated(near, 19) ^ near >> 10
            let two = rotated(far, 7) ^ rotated(far, 18) ^ far >> 3
            words.append(one &+ words[index - 7] &+ two &+ words[index - 16])
        }
        var new = state
        for (word, constant) in zip(words, constants) {
            let (a, e) = (new[0], new[4])
            let mix = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
            let first = new[7] &+ mix &+ (e & new[5] ^ ~e & new[6]) &+ constant &+ word
            let sum = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
            let second = sum &+ (a & new[1] ^ a & new[2] ^ new[1] & new[2])
            new = [first &+ second, a, new[1], new[2], new[3] &+ first, e, new[5], new[6]]
        }
        for (index, word) in new.enumerated() { state[index] = state[index] &+ word }
    }

    private static func rotated(_ word: UInt32, _ by: UInt32) -> UInt32 { word >> by | word << (32 - by) }

    private static let initial: [UInt32] = [
        0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
    ]

    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]
}
