import HTTPTypes

extension HTTPRequest {
    /// The token of `Authorization: Bearer`; `nil` if there is none, or more than one.
    var bearerToken: String? {
        let values = headerFields[values: .authorization]
        guard values.count == 1, values[0].prefix(7).lowercased() == "bearer " else { return nil }
        return String(values[0].dropFirst(7))
    }
}
