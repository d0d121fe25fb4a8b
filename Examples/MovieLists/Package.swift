// swift-tools-version: 6.2
import PackageDescription

// An app on Flux alone. It needs nothing else of Martlet, and Martlet nothing of it.
let package = Package(
    name: "MovieLists",
    // iOS 16 and macOS 13 would do; a package may not ask for less than the one it depends on.
    platforms: [.macOS(.v14), .iOS(.v16)],
    products: [
        .library(name: "MovieLists", targets: ["MovieLists"]),
        .executable(name: "movielists", targets: ["MovieListsCommand"]),
    ],
    // Without traits nothing of Martlet is fetched or built but Flux.
    dependencies: [.package(name: "martlet", path: "../..", traits: [])],
    targets: [
        .target(name: "MovieLists", dependencies: [.product(name: "Flux", package: "martlet")]),
        .executableTarget(name: "MovieListsCommand", dependencies: ["MovieLists"]),
        .executableTarget(name: "MovieListsApp", dependencies: ["MovieLists"]),
        .testTarget(
            name: "MovieListsTests",
            dependencies: ["MovieLists", "MovieListsCommand", .product(name: "FluxTesting", package: "martlet")]),
    ]
)
