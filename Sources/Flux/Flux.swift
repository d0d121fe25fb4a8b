// Redux in Swift.
