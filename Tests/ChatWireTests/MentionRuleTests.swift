import ChatWire
import Testing

@Suite struct MentionRuleTests {
    @Test(arguments: [
        "@ann", "hello @ann", "@Ann, look", "(@ANN)", "see @anna and @ann.", "@ann\n", "@ann's", "@ann你好", "é@ann",
        "@@ann", "@an @ann", "@ann@bob",
    ])
    func `a text mentions ann`(text: String) { #expect(MentionRule.mentions("ann", in: text)) }

    @Test(arguments: [
        "", "@", "ann", "@an", "@anna", "@ann_", "@ann2", "x@ann", "mail@ann.example", "@anné", "@ ann", "@a nn",
    ])
    func `a text does not mention ann`(text: String) { #expect(!MentionRule.mentions("ann", in: text)) }

    @Test func `names have spaces and other letters, and nobody without a name is mentioned`() {
        #expect(MentionRule.mentions("Ann Lee", in: "ask @ann lee about it"))
        #expect(MentionRule.mentions("Zoë", in: "@Zoë?") && MentionRule.mentions("安", in: "@安"))
        #expect(!MentionRule.mentions("Zoë", in: "@ZoË") && !MentionRule.mentions("", in: "@"))
    }
}
