import ChatRooms
import Hummingbird

extension HTTPRefusal {
    init(_ error: DiskError) { self = error.isFull ? .noSpace : error.isShort ? .overloaded : .diskFailed }

    init(_ error: StoreError) { self.init(error.refusal) }

    var response: Response { Response(refusing: error, status: status) }
}
