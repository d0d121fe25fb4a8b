#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The wish list, the seen list, and the lists that the user made.
    struct ListsView: ConnectedView {
        struct Props: Equatable {
            let lists: Lists
        }

        private enum Part: Hashable { case wish, seen, custom }

        @Environment(\.dispatch) private var dispatch
        @State private var part = Part.wish
        @State private var form: ListForm.Purpose?

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(lists: state.lists)
        }

        func body(props: Props) -> some View {
            NavigationStack {
                VStack(spacing: 0) {
                    Picker("Lists", selection: $part) {
                        Text("Wish list").tag(Part.wish)
                        Text("Seen").tag(Part.seen)
                        Text("My lists").tag(Part.custom)
                    }
                    .pickerStyle(.segmented)
                    .labelsHidden()
                    .padding()
                    switch part {
                    case .wish: ListView(list: .wish)
                    case .seen: ListView(list: .seen)
                    case .custom: custom(props)
                    }
                }
                .navigationTitle("My lists")
                .navigationDestination(for: Movie.ID.self) { MovieView(id: $0) }
                .navigationDestination(for: ListName.self) { ListView(list: $0).navigationTitle(title(of: $0, props)) }
                .toolbar {
                    Button {
                        form = .create
                    } label: {
                        Label("New list", systemImage: "plus")
                    }
                }
                .sheet(item: $form) { ListForm(purpose: $0, lists: props.lists, send: { dispatch($0) }) }
            }
        }

        private func custom(_ props: Props) -> some View {
            List {
                ForEach(props.lists.custom) { list in
                    NavigationLink(value: ListName.custom(list.id)) {
                        LabeledContent(list.title, value: list.movies.count.formatted())
                    }
                    .contextMenu {
                        Button("Rename…") { form = .rename(list.id, list.title) }
                        Button("Delete", role: .destructive) { dispatch(ListAction.deleted(list.id)) }
                    }
                }
                .onDelete { offsets in
                    for index in offsets where props.lists.custom.indices.contains(index) {
                        dispatch(ListAction.deleted(props.lists.custom[index].id))
                    }
                }
            }
        }

        private func title(of name: ListName, _ props: Props) -> String {
            guard case .custom(let id) = name else { return "" }
            return props.lists.custom.first { $0.id == id }?.title ?? ""
        }
    }
#endif
