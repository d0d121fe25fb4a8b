#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// A bar with the people whose names begin with what is written after an `@`. Without people,
    /// there is no bar.
    struct NameBar: View {
        let people: [Author]
        let choose: (String) -> Void
        @Environment(\.theme) private var theme: Theme

        var body: some View {
            if !people.isEmpty {
                ScrollView(.horizontal, showsIndicators: false) {
                    HStack(spacing: 8) { ForEach(people, id: \.user) { (person: Author) in button(person) } }
                }
            }
        }

        private func button(_ person: Author) -> some View {
            Button {
                choose(person.name)
            } label: {
                HStack(spacing: 6) {
                    Avatar(author: person, size: 24)
                    Text(verbatim: person.name)
                        .font(Font(theme.fonts.composer))
                        .foregroundColor(Color(theme.accent))
                        .lineLimit(1)
                }
                .frame(minHeight: 44)
            }
            .buttonStyle(.plain)
            .accessibilityLabel(Text(verbatim: localized("Mention \(person.name)")))
        }
    }
#endif
