import ChatModel
import ChatStore
import ChatUI

extension RoomFinder {
    /// What the list of found rooms shows besides the rooms.
    var status: ListStatus {
        ListStatus(isLoading: question != nil, failure: failure, hasMore: hasMore, emptiness: emptiness)
    }
}

extension ServerBanList {
    /// What the list shows besides the bans.
    var status: ListStatus {
        ListStatus(isLoading: isLoading, failure: failure, emptiness: bans.isEmpty ? ServerBanList.none : nil)
    }
}

extension ReportQueue {
    /// What the queue shows besides its entries.
    var status: ListStatus {
        ListStatus(
            isLoading: isLoading, failure: failure, hasMore: hasMore,
            emptiness: reports.isEmpty && held.isEmpty
                ? localized("There are no reports or held messages to decide.") : nil)
    }
}
