import ChatRooms
import ChatWire
import NIOConcurrencyHelpers
import NIOCore

extension ServerContext {
    /// Begins to speak with the other servers that share the log; `nil` if there can be none.
    func beginCluster() -> RepeatedTask? {
        cluster?.begin(
            Cluster.Actions(
                takePresence: presence.take, tellPeople: presence.announcePeople, take: take,
                countMissed: { metrics.missed.increment() }, readAgain: readAgain, busyAddresses: addresses.busiest,
                countIgnored: { metrics.ignored.increment() },
                countConnections: addresses.take(elsewhere:)))
    }

    /// Reads sessions and names of accounts again. One reading at a time: each may read all names.
    @Sendable private func readAgain(
        _ extent: AccountReadings.Extent, _ done: @escaping @Sendable (Bool) -> Void
    ) {
        guard let accounts else { return done(true) }
        let connected = NIOLockedValueBox<[UserID: Set<ConnectedSession>]>([:])
        fanout.visit { table in
            let sessions = table.sessions
            connected.withLockedValue { $0.merge(sessions) { $0.union($1) } }
        } then: { _ in
            Task {
                let isRead = await accounts.readAgain(connected.withLockedValue(\.self), extent)
                closeBanned()
                done(isRead)
            }
        }
    }

    /// Reads the bans that another server has changed.
    private func readBans() {
        guard let accounts else { return }
        Task {
            do throws(WireError) {
                try await accounts.readBans()
                closeBanned()
            } catch {
                cluster?.noteMissed()
            }
        }
    }

    private func take(_ spending: Spending) {
        metrics.count(spending)
        switch spending.limit {
        case .messages:
            userBudgets.take(spending)
            addressBudgets.take(spending)
        case .signals, .hellos, .uploads, .refusals, .requests, .storedMessages, .storedFiles:
            addressBudgets.take(spending)
        case .arrivals: addresses.take(spending)
        case .signIns, .registrations: accounts?.take(spending)
        case .newRooms, .newOwnLogs, .reports, .guestReports, .held, .directRooms, .invitations, .groupPlaces,
            .sanctions, .entryRequests, .entries, .ownEntries:
            committer.take(spending)
        }
    }

    /// Does what another server tells.
    @Sendable private func take(_ item: ServerMessage.Item) {
        switch item {
        case .appended: committer.catchUp()
        case .typing(let room, let author, let hasStopped): presence.takeTyping(room, author, hasStopped: hasStopped)
        case .mark(let room, let author, let point): presence.takeMark(room, author, point)
        case .draft(let room, let user, let text):
            let frame = ServerFrame.draft(room: room, text: text).framed()
            fanout.onEachTable { $0.tell(frame, to: user) }
        case .sessionsEnded(let ended): fanout.onEachTable { $0.endSessions(ended) }
        case .nameTaken, .nameFreed: accounts?.take(item)
        case .bansChanged: readBans()
        case .spent(let spending): take(spending)
        // These are for `OtherServers`.
        case .presence, .peopleBegin, .peopleEnd, .tellPeople, .busyAddresses, .goodbye: break
        }
    }
}
