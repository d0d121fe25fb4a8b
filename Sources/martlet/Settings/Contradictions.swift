import ChatServer

extension ServeSettings {
    /// A sentence for each option that excludes another one, or has no effect without another one.
    var contradictions: [StartError] {
        (contradictionsOfWeb + contradictionsOfTokens + contradictionsOfCluster + sharedPorts).map(StartError.init)
    }

    private var contradictionsOfWeb: [String] {
        var sentences: [String] = []
        if (certificate == nil) != (key == nil) {
            sentences.append("--tls-certificate and --tls-key go together: give both, or neither.")
        }
        if server.redirectPort != nil, certificate == nil, key == nil {
            sentences.append("--http-redirect-port redirects to https: give --tls-certificate and --tls-key, too.")
        }
        if !showsPreviews, !previewNetworks.isEmpty {
            sentences.append("--link-preview-network is for previews: turn them on with --link-previews on.")
        }
        return sentences
    }

    private var contradictionsOfTokens: [String] {
        switch (tokenKeys, tokenIssuer) {
        case (nil, nil), (.some, .some): []
        case (nil, .some): ["--token-issuer is for signed tokens: give their keys with --tokens, too."]
        case (.some, nil): ["--tokens needs --token-issuer: give the \"iss\" that the tokens have."]
        }
    }

    private var contradictionsOfCluster: [String] {
        var sentences: [String] = []
        let hasBusFiles = busCredentials != nil || busAuthority != nil
        if !isCluster, bus != nil || hasBusFiles {
            sentences.append("--bus, --bus-credentials and --bus-authority need --cluster on: give that, too.")
        } else if bus == nil, hasBusFiles {
            sentences.append("--bus-credentials and --bus-authority are for NATS: give its address with --bus, too.")
        } else if busAuthority != nil, bus?.hasPrefix("tls://") != true {
            sentences.append("--bus-authority is for TLS: write tls:// in place of nats:// in --bus.")
        }
        if isCluster, store == nil {
            sentences.append(
                "--cluster is for a database that several servers share: give its address with --store, too.")
        }
        if standbysAreSynchronous, store == nil {
            sentences.append("--synchronous-standbys is about PostgreSQL: give its address with --store, too.")
        }
        if standsBy, store == nil {
            sentences.append(
                "--standby waits for a database that two servers share: give its address with --store, too.")
        }
        if isCluster, standsBy {
            sentences.append(
                "--standby and --cluster exclude each other: servers of a cluster serve at the same time. Leave --standby out."
            )
        }
        if isCluster, case .folder = files {
            sentences.append(
                "The servers of a cluster share their files: put them in a bucket with --files s3://BUCKET, or turn them off with --files off."
            )
        }
        return sentences
    }

    /// Two listeners can't have one port. The second one would find it taken, by this server
    /// itself.
    private var sharedPorts: [String] {
        var listeners = [(flag: "--port", host: server.host, port: server.port)]
        if guests != .off, let port = server.linePort { listeners.append(("--line-port", server.host, port)) }
        if certificate != nil, let port = server.redirectPort {
            listeners.append(("--http-redirect-port", server.host, port))
        }
        if let (host, port) = server.metricsEndpoint { listeners.append(("--metrics", host, port)) }
        return listeners.indices.flatMap { index in
            listeners[..<index].compactMap { former in
                let listener = listeners[index]
                guard former.port == listener.port, listener.port != 0, Self.meet(former.host, listener.host) else {
                    return nil
                }
                return
                    "\(former.flag) and \(listener.flag) both name port \(listener.port). Choose another one for \(listener.flag)."
            }
        }
    }

    /// Whether an address is the other one, or includes it.
    private static func meet(_ one: String, _ other: String) -> Bool {
        let isSameFamily = one.contains(":") == other.contains(":")
        return one == other || isSameFamily && [one, other].contains { $0 == "0.0.0.0" || $0 == "::" }
    }
}
