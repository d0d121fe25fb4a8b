import ChatModel
import ChatWire
import Flux

/// Finds the messages to announce: those that arrive while the user is not looking at their room.
public enum Announcing {
    /// A middleware that passes announcements to `show` after the state has changed.
    public static func middleware(show: @escaping @MainActor @Sendable ([Announcement]) -> Void) -> Middleware<AppState>
    {
        { _, state in
            { next in
                { action in
                    let before = state()
                    next(action)
                    let due = due(action, before: before, after: state())
                    if !due.isEmpty { show(due) }
                }
            }
        }
    }

    /// A middleware that passes the state on after each change that ``NotificationRule`` looks at.
    public static func follower(_ changed: @escaping @MainActor @Sendable (AppState) -> Void) -> Middleware<AppState> {
        { _, state in
            { next in
                { action in
                    next(action)
                    if action is ChatAction || action is AccountAction || action is AccountReport || action is Launched
                    {
                        changed(state())
                    }
                }
            }
        }
    }

    /// A middleware that calls `turned` after another account has become the current one, or none.
    public static func turns(_ turned: @escaping @MainActor @Sendable () -> Void) -> Middleware<AppState> {
        { _, state in
            { next in
                { action in
                    let before = state().accounts.currentID
                    next(action)
                    if state().accounts.currentID != before { turned() }
                }
            }
        }
    }

    static func due(_ action: any Action, before: AppState, after: AppState) -> [Announcement] {
        guard case ChatAction.changed(let id, _) = action, after.settings.notifies,
            let account = after.accounts.all.first(where: { $0.id == id })
        else { return [] }
        return Announcement.due(
            account: account, before: before.chat(of: id), after: after.chat(of: id),
            shown: id == after.accounts.currentID ? after.seenRoom : nil)
    }
}
