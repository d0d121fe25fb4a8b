import ChatModel
import ChatStore
import ChatUI

extension RoomFinder {
    /// How far the search is.
    var status: ListStatus {
        ListStatus(isLoading: question != nil, failure: failure, hasMore: hasMore, emptiness: emptiness)
    }
}

extension ReportQueue {
    /// How far the queue is loaded.
    var status: ListStatus {
        ListStatus(
            isLoading: isLoading, failure: failure, hasMore: hasMore,
            emptiness: reports.isEmpty && held.isEmpty
                ? localized("There are no reports or held messages to decide.") : nil)
    }
}
