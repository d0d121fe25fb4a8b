#if canImport(SwiftUI)
    import ChatModel
    import ChatWire
    import SwiftUI

    /// The people who have read up to here.
    struct ReaderLine: View {
        let readers: [Author]

        var body: some View {
            HStack(spacing: -4) {
                ForEach(readers.prefix(5), id: \.user) { (reader: Author) in
                    Avatar(author: reader, size: 14)
                }
            }
            .accessibilityElement(children: .ignore)
            .accessibilityLabel(Text(Sentences.read(by: readers)))
        }
    }
#endif
