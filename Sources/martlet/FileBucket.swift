import ChatRooms
import ChatS3
import ChatSQLite
import ChatServer
import Foundation
import Logging
import NIOConcurrencyHelpers

/// The bucket with the files of a data folder.
struct FileBucket {
    let paths: DataPaths

    /// A bucket, with the credentials of the environment. Nothing is asked yet.
    func bucket(_ address: S3Address) throws(StartError) -> S3Bucket {
        S3Bucket(address, try S3Credentials(environment: ProcessInfo.processInfo.environment))
    }

    /// Makes sure that a bucket can be used, and notes it in the data folder, so that commands find
    /// the files.
    ///
    /// - Parameter key: bytes that the server keeps as long as its log
    func open(_ address: S3Address, owner key: [UInt8], _ logger: Logger) async throws(StartError) -> S3Bucket {
        let bucket = try bucket(address)
        do throws(StartError) {
            let former = try self.address()
            if let former, !former.hasSameObjects(as: address) { throw refusal(of: former) }
            do throws(S3Failure) {
                try await bucket.claim(owner: key)
            } catch {
                try accept(error, isKnown: former != nil, logger)
            }
            try note(address)
        } catch {
            await bucket.shutdown()
            throw error
        }
        return bucket
    }

    /// Makes sure that a bucket answers, and accepts the credentials. Nothing is written.
    func check(_ address: S3Address, _ logger: Logger) async throws(StartError) {
        let former = try self.address()
        if let former, !former.hasSameObjects(as: address) { throw refusal(of: former) }
        let bucket = try bucket(address)
        let result: Result<Void, S3Failure>
        do throws(S3Failure) { result = .success(try await bucket.ask()) } catch { result = .failure(error) }
        await bucket.shutdown()
        if let failure = result.refusal { try accept(failure, isKnown: former != nil, logger) }
    }

    /// Lets the server start although its bucket can't be reached now, if an earlier start has
    /// checked that the bucket is its own.
    ///
    /// - Throws: every other failure
    private func accept(_ failure: S3Failure, isKnown: Bool, _ logger: Logger) throws(StartError) {
        guard isKnown, failure.isTemporary else { throw StartError(failure.description) }
        logger.warning("Files are refused until their storage works. \(failure)")
    }

    /// The refusal of a server that is started without the address of its bucket.
    func refusal(of noted: S3Address) -> StartError {
        StartError(
            "The files of \(paths.folder) are in \(noted). Give that address with --files. To leave the files in it behind, remove \(paths.bucket)."
        )
    }

    /// The address that was noted; `nil` if there is none.
    func address() throws(StartError) -> S3Address? {
        guard let text = FileManager.default.contents(atPath: paths.bucket) else { return nil }
        let line = String(decoding: text, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let address = S3Address(line) else {
            throw StartError("\(paths.bucket) has no address of a bucket: \(S3Address.form).")
        }
        return address
    }

    private func note(_ address: S3Address) throws(StartError) {
        do {
            try Data("\(address)\n".utf8).write(to: URL(fileURLWithPath: paths.bucket), options: .atomic)
        } catch {
            throw StartError("\(paths.bucket) can't be written (\(error.localizedDescription)): check the disk.")
        }
    }

    /// The files in the bucket, for a command that reads all files; `nil` if there is no bucket.
    func remoteFiles() throws(StoreError) -> (any RemoteFiles)? {
        do throws(StartError) {
            guard let address = try address() else { return nil }
            return BucketFiles(try bucket(address))
        } catch {
            throw .unusable("The files of \(paths.folder) are in the bucket that \(paths.bucket) names. \(error)")
        }
    }
}

/// Reads and deletes files in a bucket, and blocks until each answer is there: the commands that
/// use it do nothing else meanwhile.
private final class BucketFiles: RemoteFiles {
    private let bucket: S3Bucket

    init(_ bucket: S3Bucket) { self.bucket = bucket }

    deinit { _ = Blocking.wait { [bucket] in await bucket.shutdown() } }

    var description: String { "\(bucket.address)" }

    func read(_ place: FilePlace, _ part: ClosedRange<UInt64>) throws(StoreError) -> [UInt8]? {
        let result = Blocking.wait { [bucket] () async throws -> [UInt8]? in
            guard let body = try await bucket.get(place.text, part) else { return nil }
            var bytes: [UInt8] = []
            for try await chunk in body { bytes += chunk.readableBytesView }
            return bytes
        }
        do { return try result.get() } catch { throw .unusable("\(error)") }
    }

    func remove(_ place: FilePlace) throws(StoreError) {
        let result = Blocking.wait { [bucket] in try await bucket.delete(place.text) }
        do { try result.get() } catch { throw .unusable("\(error)") }
    }
}

/// Runs asynchronous work for a synchronous command.
private enum Blocking {
    /// Blocks until the work is done. Not for a thread that runs tasks.
    static func wait<Value: Sendable>(
        _ work: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error> {
        let done = DispatchSemaphore(value: 0)
        let result = NIOLockedValueBox<Result<Value, any Error>>(.failure(CancellationError()))
        Task {
            let value: Result<Value, any Error>
            do { value = .success(try await work()) } catch { value = .failure(error) }
            result.withLockedValue { $0 = value }
            done.signal()
        }
        done.wait()
        return result.withLockedValue(\.self)
    }
}
