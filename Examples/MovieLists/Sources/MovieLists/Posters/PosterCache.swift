import Foundation

/// Posters, loaded when they are asked for, and kept: a few in memory, more on disk, neither beyond
/// its bound.
///
/// A poster that several ask for at once is loaded once. What can't be written is loaded again
/// another time.
public actor PosterCache {
    public typealias Load = @Sendable (PosterPath) async throws(MovieError) -> Data

    private let load: Load
    private var memory: MemoryPosters
    private var disk: DiskPosters
    private var loading: [PosterPath: Task<Result<Data, MovieError>, Never>] = [:]

    /// - Parameters:
    ///   - folder: where they are kept; it is the cache's own.
    ///   - memoryBytes, diskBytes: how much is kept, in bytes.
    ///   - load: gets a poster that is not there; it must end, by a deadline of its own.
    public init(
        folder: URL, memoryBytes: Int = Limits.postersInMemory, diskBytes: Int = Limits.postersOnDisk,
        load: @escaping Load
    ) {
        memory = MemoryPosters(capacity: memoryBytes)
        disk = DiskPosters(folder: folder, capacity: diskBytes)
        self.load = load
    }

    /// The poster's bytes.
    public func poster(_ path: PosterPath) async throws(MovieError) -> Data {
        if let data = memory[path] { return data }
        if let data = disk.read(path) {
            memory[path] = data
            return data
        }
        let task = loading[path] ?? start(path)
        return try await task.value.get()
    }

    /// Bytes that are kept at the moment.
    public var bytes: (memory: Int, disk: Int) { (memory.bytes, disk.bytes) }

    private func start(_ path: PosterPath) -> Task<Result<Data, MovieError>, Never> {
        let task = Task { [load] in
            let result: Result<Data, MovieError>
            do throws(MovieError) {
                result = .success(try await load(path))
            } catch {
                result = .failure(error)
            }
            ended(path, result)
            return result
        }
        loading[path] = task
        return task
    }

    private func ended(_ path: PosterPath, _ result: Result<Data, MovieError>) {
        loading[path] = nil
        guard let data = try? result.get() else { return }
        memory[path] = data
        disk.write(data, path)
    }
}
