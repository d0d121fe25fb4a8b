/// What a store was doing when its engine returned an error. The same code means different things
/// during a read and a commit.
package enum StorePhase {
    /// On a reading connection, or before a transaction has written anything.
    case reading
    /// Inside a transaction, before its commit. A rollback undoes it.
    case writing
    /// During the commit, or later: the data may have reached the disk.
    case committing
}
