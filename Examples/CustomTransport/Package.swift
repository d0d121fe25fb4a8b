// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "CustomTransport",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .executableTarget(
            name: "CustomTransport",
            dependencies: [
                .product(name: "ChatCore", package: "martlet"), .product(name: "ChatTesting", package: "martlet"),
            ])
    ])
