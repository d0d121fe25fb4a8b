import ChatServer
print(ServerVersion.number)
