import ChatUI
