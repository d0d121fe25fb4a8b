#if canImport(SwiftUI)
    import SwiftUI

    /// A sheet for the title of a new list, or a new title of a list. It checks the title while the
    /// user types.
    struct ListForm: View {
        enum Purpose: Hashable, Identifiable {
            case create
            case rename(Int, String)

            var id: Self { self }
        }

        let purpose: Purpose
        let lists: Lists
        let send: @MainActor (ListAction) -> Void
        @Environment(\.dismiss) private var dismiss
        @State private var title = ""

        var body: some View {
            NavigationStack {
                Form {
                    TextField("Title", text: $title)
                    if !title.isEmpty, let objection { Text(objection).foregroundColor(.red) }
                }
                .formStyle(.grouped)
                .navigationTitle(list == nil ? "New list" : "Rename")
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
                    ToolbarItem(placement: .confirmationAction) { Button("Save") { save() }.disabled(objection != nil) }
                }
            }
            .onAppear {
                if case .rename(_, let old) = purpose { title = old }
            }
        }

        private var list: Int? {
            if case .rename(let id, _) = purpose { id } else { nil }
        }

        private var objection: String? { lists.objection(to: title, except: list) }

        private func save() {
            send(list.map { .renamed($0, title: title) } ?? .created(title: title))
            dismiss()
        }
    }
#endif
