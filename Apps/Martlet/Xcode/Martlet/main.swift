import MartletApp

ChatApp.main()
