// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "OutboxClient",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "martlet", path: "../..")],
    targets: [
        .executableTarget(name: "OutboxClient", dependencies: [.product(name: "ChatCoreNIO", package: "martlet")])
    ])
