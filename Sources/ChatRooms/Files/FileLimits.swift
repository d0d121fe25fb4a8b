import ChatWire

/// An operator's limits for files.
package struct FileLimits: Hashable, Sendable {
    /// The maximum size of a file in bytes.
    package var largest: UInt64
    /// The maximum size of all files of one user, in bytes.
    package var quota: UInt64
    /// How long a file waits for its message, in milliseconds.
    package var unusedAge: Int64

    package init(
        largest: UInt64 = UInt64(Limits.fileBytes), quota: UInt64 = Limits.fileBytesPerUser,
        unusedAge: Int64 = Limits.unusedFileAge
    ) {
        self.largest = largest
        self.quota = quota
        self.unusedAge = unusedAge
    }

    /// What a file of so many bytes counts in the sums and budgets of files.
    package static func charge(ofSize size: UInt64) -> UInt64 { max(size, Limits.fileChargeLeast) }

    /// Why a file of so many bytes is not taken; `nil` where it is.
    package func refusal(ofSize size: UInt64) -> WireError? {
        guard size > largest else { return nil }
        return WireError(
            .file, "This file has \(size) bytes, and this server accepts at most \(largest). Send a smaller file.")
    }

    /// Why a user may not have files of so many bytes in all; `nil` where they may.
    package func refusal(ofTotal bytes: UInt64) -> WireError? {
        guard bytes > quota else { return nil }
        return WireError(
            .fileQuota, "Your files may total at most \(quota) bytes; delete messages with attachments first.")
    }
}

extension FileRecord {
    /// Why `user` may not upload a file of this size under this id; `nil` where it may be the same
    /// file once more.
    package func refusal(ofUpload size: UInt64, by user: UserID) -> WireError? {
        self.user == user && attachment.size == size ? nil : .fileConflict
    }
}

extension FileOutcome {
    /// What the uploader is told.
    ///
    /// - Parameter uploaded: the file that was to be recorded
    package func result(of uploaded: Attachment) throws(WireError) -> (attachment: Attachment, isNew: Bool) {
        switch self {
        case .recorded: (uploaded, true)
        case .alreadyThere(let first): (first.attachment, false)
        case .conflict: throw .fileConflict
        case .refused(let error): throw error
        }
    }
}

extension WireError {
    fileprivate static let fileConflict = WireError(
        .fileConflict, "This id belongs to a different file; choose a new id.")

    package static let noSuchFile = WireError(.noSuchFile, "There is no such file.")
}
