// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that whoever builds the server builds none of this. `Scripts/fuzz.sh` builds and runs it.
let package = Package(
    name: "martlet-fuzz",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../")],
    targets: [
        .target(name: "FuzzSupport", path: "Sources/Support"),
        // Over the modules that need no other package: built in little time.
        .executableTarget(
            name: "FuzzValues",
            dependencies: [
                "FuzzSupport",
                .product(name: "ChatWire", package: "martlet"),
                .product(name: "ChatModel", package: "martlet"),
                .product(name: "ChatCore", package: "martlet"),
                .product(name: "ChatRooms", package: "martlet"),
            ],
            path: "Sources/Values",
            // libFuzzer has `main`.
            swiftSettings: [.unsafeFlags(["-parse-as-library"])]
        ),
    ]
)
