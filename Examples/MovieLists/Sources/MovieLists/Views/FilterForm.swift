#if canImport(SwiftUI)
    import SwiftUI

    /// A sheet for the filter of the movies to discover.
    struct FilterForm: View {
        @State var filter: Filter
        let apply: @MainActor (Filter) -> Void
        @Environment(\.dismiss) private var dismiss
        @State private var year = ""

        var body: some View {
            NavigationStack {
                Form {
                    Picker("Order", selection: $filter.order) {
                        Text("Popularity").tag(Filter.Order.popularity)
                        Text("Rating").tag(Filter.Order.rating)
                        Text("Newest first").tag(Filter.Order.newest)
                    }
                    TextField("Year", text: $year)
                    if !isYear { Text("A year has four digits").foregroundColor(.red) }
                }
                .formStyle(.grouped)
                .navigationTitle("Discover")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                    ToolbarItem(placement: .confirmationAction) { Button("Show") { done() }.disabled(!isYear) }
                }
            }
            .onAppear { year = filter.year.map { "\($0)" } ?? "" }
        }

        private var isYear: Bool {
            year.isEmpty || Int(year).map { (1_870...2_200).contains($0) } == true
        }

        private func done() {
            filter.year = Int(year)
            apply(filter)
            dismiss()
        }
    }
#endif
