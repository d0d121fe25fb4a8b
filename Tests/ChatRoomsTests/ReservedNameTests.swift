import ChatRooms
import ChatWire
import Testing

@Suite struct ReservedNameTests {
    @Test(arguments: [
        "аdmin", "𝐚𝐝𝐦𝐢𝐧", "martIet", "Adm1n", "ΑDΜΙΝ", "ＡＤＭＩＮ", "ⓐⓓⓜⓘⓝ", "ᴀᴅᴍɪɴ", "ᵃᵈᵐⁱⁿ", "🅰🅳🅼🅸🅽", "m0d3r4t0r", "r00t",
        "★ admin ★", "admin✓", "a\u{332}dmin", "sуstеm", "rnartlet", "suppоrt", "$ystem", "nυll", "a11", "АDМІN",
        "admın", "‐mod‐", "mart\u{4CF}et", "m\u{430}rtlet", "mar\u{442}let", "admi\u{307}n",
    ])
    func `what looks like a reserved name is refused`(_ name: String) {
        #expect(NameRule.refusal(of: name)?.code == .nameReserved)
    }

    @Test(arguments: [
        "Ali", "ali", "Nii", "Admira", "Marta", "Bill", "ian", "Modo", "Анна", "Root Beer", "здесь", "1337", "🎉",
        "محمد", "王", "Allan",
        "Martina", "Noné", "ro bot", "T3o", "m4x", "user-7", "guest-1A2B", "Ann 2", "Nils", "All Stars", "Ann True",
        "Modesty", "Model 3", "martletfan", "Andrea Moderato",
    ])
    func `a name of its own is not`(_ name: String) {
        #expect(NameRule.refusal(of: name) == nil)
    }

    @Test(arguments: [
        "Admin2", "admin 007", "Adm1n2", "ａｄｍｉｎ２", "ⓐⓓⓜⓘⓝ2", "Admin ²", "administrators", "adminѕ", "moderat0rs",
        "martlet-bot",
        "martlet_bot.2", "Support Team", "Ann (Support)", "🅰🅳🅼🅸🅽 bot", "mod3", "all4", "room5",
    ])
    func `a name that is made of a reserved one can't be chosen, but given`(_ name: String) {
        #expect(NameRule.refusal(of: name)?.code == .nameReserved)
        #expect(NameRule.refusal(ofGiven: name) == nil)
    }

    @Test func `nobody is given a reserved name`() {
        for name in ["admin", "аdmin", "Adm1n", "| admin |"] {
            #expect(NameRule.refusal(ofGiven: name)?.code == .nameReserved, "\(name)")
        }
        #expect(NameRule.refusal(ofGiven: "")?.code == .nameLength)
    }
}
