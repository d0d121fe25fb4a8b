#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// The current problem, until the user dismisses it.
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
