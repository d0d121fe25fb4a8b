/// A part of a batch, by its position.
enum BatchItem: Hashable {
    case nothing
    case file(Int)
    case newEvent(Int)
    case mark(Int)
    case report(Int)
    case decision(Int)
    case removal
}
