import ChatCore
