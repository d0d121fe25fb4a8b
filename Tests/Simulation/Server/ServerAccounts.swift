import ChatRooms
import ChatServer
import ChatTesting
import ChatWire

/// The accounts of one simulated server: their store, their threads, and the server's ends of
/// requests about them, which the HTTP routes are to ``MartletServer``.
///
/// @unchecked: a world runs on one thread.
final class ServerAccounts: @unchecked Sendable {
    /// Makes the same tokens on all servers and in all runs.
    static let guests = GuestTokens(keyBytes: [UInt8](repeating: 7, count: 32))

    let authenticator: Accounts
    private let store: FlawedAccounts
    private let tasks: [SimulatedThread]
    private let storeThread: SimulatedThread
    private let passwordThread: SimulatedThread
    var tell: ((AccountRequestID, Result<SignedIn?, WireError>) -> Void)?

    /// - Parameter environment: of the server; its queues for accounts are replaced
    init(
        _ shared: SharedAccounts, on scheduler: Scheduler, lag: ClosedRange<Int64>, bug: PlantedBug?,
        _ environment: ServerEnvironment
    ) throws {
        let (storeThread, passwordThread) = (scheduler.makeThread(lag: lag), scheduler.makeThread(lag: lag))
        var environment = environment
        environment.queues.accounts = WorkQueue { storeThread.add($0) }
        environment.queues.passwords = WorkQueue { passwordThread.add($0) }
        store = FlawedAccounts(shared, on: scheduler, bug: bug)
        authenticator = try Accounts(
            store: store, guests: Self.guests, registration: .open, rounds: 2, environment: environment)
        tasks = (0..<2).map { _ in scheduler.makeThread(lag: 0...1) }
        (self.storeThread, self.passwordThread) = (storeThread, passwordThread)
    }

    var threads: [SimulatedThread] { tasks + [storeThread, passwordThread] }

    /// Runs the tasks that these threads begin.
    func serve(_ threads: [SimulatedThread]) { for thread in threads { thread.taskThreads = tasks } }

    /// Asks a server for something.
    func ask(_ core: ServerCore, _ request: ServerCore.AccountRequest, _ number: AccountRequestID) {
        tasks.first?.add {
            core.answer(request, from: ClientAddress(.fileSystem, isLocal: true)) { answer in
                if !self.store.hasEnded { self.tell?(number, answer) }
            }
        }
    }

    /// Does what the operator asks.
    func perform(_ command: AccountCommand, _ number: AccountRequestID) {
        tasks.first?.add { [self] in
            Task {
                let answer: Result<SignedIn?, WireError>
                do throws(WireError) {
                    _ = try await authenticator.perform(command)
                    answer = .success(nil)
                } catch {
                    answer = .failure(error)
                }
                if !store.hasEnded { tell?(number, answer) }
            }
        }
    }

    /// The process ends: nothing of it reaches the store any more.
    func end() { store.hasEnded = true }
}

/// Numbers the requests about accounts.
typealias AccountRequestID = Int
