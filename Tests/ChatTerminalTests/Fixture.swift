/// Whole screens, as text.
enum Fixture {
    static let narrow = """
         # lobby  Tea at five                                2 here
        ▌14:02 ann
        ▌ ┌ bob: Hello! 👩‍👩‍👧‍👦 你好世界
        ▌ Hi bob! (edited)
         ────────────────────── New messages ──────────────────────
         14:06 cleo
          swift.jpg, 179 KB
          https://chat.example/v1/files/00000000-0000-0001-0000-0000
          00000002
        @14:07 bob
        @ A long text that does not fit on one line of this window,
        @ so that it goes on below. @ann
        ── bob is typing ───────────────────────────────────────────
        >
         ann on chat.example:443                 F2 rooms   F1 help
        """

    static let wide = """
        1# lobby             @2 │ # lobby  Tea at five                                               2 here
        2# garden               │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │
                                │                          The beginning of lobby
                                │ ─────────────────────── Tuesday, 3 February 2026 ────────────────────────
                                │ 14:01 bob             Hello! 👩‍👩‍👧‍👦 你好世界
                                │                       👍 2
                                │▌14:02 ann             ┌ bob: Hello! 👩‍👩‍👧‍👦 你好世界
                                │▌                      Hi bob! (edited)
                                │ ───────────────────────────── New messages ──────────────────────────────
                                │ 14:06 cleo            swift.jpg, 179 KB
                                │                       https://chat.example/v1/files/00000000-0000-0001-000
                                │                       0-000000000002
                                │@14:07 bob             A long text that does not fit on one line of this
                                │@                      window, so that it goes on below. @ann
                                │── bob is typing ──────────────────────────────────────────────────────────
                                │>
         ann on chat.example:443                                                                    F1 help
        """
}
