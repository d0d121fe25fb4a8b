import ChatRooms

/// Where the bytes of a complete file are.
enum StoredBytes: Sendable {
    /// In the folder.
    case file(OpenFile)
    /// In the object store. The slot is for the connection to it.
    case object(FileObjects, FilePlace, DescriptorSlots.Slot)
}
