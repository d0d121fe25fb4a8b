import ChatStore
