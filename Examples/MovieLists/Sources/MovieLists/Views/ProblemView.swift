#if canImport(SwiftUI)
    import Flux
    import SwiftUI

    /// What went wrong, until it is dismissed.
    struct ProblemView: ConnectedView {
        struct Props {
            let problem: String?
            let dismiss: @MainActor () -> Void
        }

        func map(state: AppState, dispatch: @escaping DispatchFunction) -> Props {
            Props(problem: state.problem) { dispatch(AppAction.dismissed) }
        }

        func body(props: Props) -> some View {
            if let problem = props.problem {
                HStack {
                    Text(problem).font(.footnote)
                    Spacer()
                    Button("Dismiss", action: props.dismiss)
                }
                .padding()
                .background(.regularMaterial)
            }
        }
    }
#endif
