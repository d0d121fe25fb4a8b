#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// What went wrong, until it is dismissed.
    struct ProblemView: ConnectedView {
        struct Props: Equatable {
            let problem: String?
        }

        @Environment(\.dispatch) private var dispatch

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(problem: state.problem)
        }

        func body(props: Props) -> some View {
            if let problem = props.problem {
                HStack {
                    Text(problem).font(.footnote)
                    Spacer()
                    Button("Dismiss") { dispatch(AppAction.dismissed) }
                }
                .padding()
                .background(.regularMaterial)
            }
        }
    }
#endif
