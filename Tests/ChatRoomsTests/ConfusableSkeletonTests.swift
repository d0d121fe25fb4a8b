import ChatRooms
import Testing

@Suite struct ConfusableSkeletonTests {
    private func looksLike(_ one: String, _ other: String) -> Bool {
        !ConfusableSkeleton(of: one).looks.isDisjoint(with: ConfusableSkeleton(of: other).looks)
    }

    @Test(arguments: [
        "vvarden", "VVarden", "wаrden", "wardeп", "шarden", "ա\u{430}rden", "w4rden", "W4RD3N", "w@rden", "ｗ４ｒｄｅｎ",
        "war-den", "w.a.r.d.e.n", "warden!", "!warden!", "(warden)", "|warden|", "👑warden", "warden 👑", "warden🇩🇪",
        "wardenʼ", "w\u{336}arden", "w\u{20DD}arden", "✓ Warden", "Ⓦarden", "ⓦⓐⓡⓓⓔⓝ", "w.4.rden",
    ])
    func `a name with signs, digits or other letters for letters looks like the name`(_ name: String) {
        #expect(looksLike(name, "warden"), "\(name)")
    }

    @Test func `digits between letters are the letters that they are written for, a 1 an i or an l`() {
        for (one, other) in [
            ("m1ke", "mike"), ("pau1a", "paula"), ("pa55word", "password"), ("b0b", "bob"), ("J𝟒ck", "jack"),
            ("rnark", "mark"), ("MΑRΚ", "mark"),
        ] { #expect(looksLike(one, other), "\(one)") }
    }

    @Test func `a capital i among capitals of other scripts is an i or an l`() {
        for (one, other) in [
            ("ΝINA", "Nina"), ("ΗEIDI", "Heidi"), ("ᎡITA", "Rita"), ("ᎪLICE", "alice"), ("ΝІΝА", "nina"),
            ("𝐍𝐈𝐍𝐀", "nina"), ("ꓠꓲꓠꓮ", "nina"), ("NⅠNA", "nina"), ("ΝI-NA", "nina"), ("ΡAUIA", "paula"),
        ] { #expect(looksLike(one, other), "\(one)") }
        // Of ASCII letters alone a name has the looks that it had.
        #expect(ConfusableSkeleton(of: "NINA").looks == ["nina", "nlna"])
        #expect(ConfusableSkeleton(of: "Ian").looks == ["ian", "lan"])
        #expect(ConfusableSkeleton(of: "MIKE I2").looks == ["rnikei2", "rnlkel2"])
    }

    @Test func `names of their own stay apart`() {
        for (one, other) in [
            ("ann1", "ann2"), ("ann", "ann2"), ("ann4", "anna"), ("4nn", "ann"), ("b0b4", "boba"), ("mike", "mlke"),
            ("ian", "lan"), ("bill", "biil"), ("r2d2", "rzdz"), ("1-12", "11-2"), ("Müller", "Muller"),
            ("Анна", "Аппа"), ("é", "e"), ("👑", "👑👑"), ("!!!", "???"), ("李", "王"),
        ] { #expect(!looksLike(one, other), "\(one) and \(other)") }
    }

    @Test(arguments: ["👑", "!!!", "...x", "@", "$$$", "7", "😀😀"])
    func `every name looks like something`(_ name: String) {
        let looks = ConfusableSkeleton(of: name).looks
        #expect(!looks.isEmpty && !looks.contains(""))
        #expect(looksLike(name, name))
    }

    @Test func `what a name looks like looks like the name`() {
        for name in ["Warden", "w4rden", "m1ke", "MARK", "guest-1A2B", "Ωмега 5"] {
            for look in ConfusableSkeleton(of: name).looks { #expect(looksLike(look, name), "\(look)") }
        }
    }
}
