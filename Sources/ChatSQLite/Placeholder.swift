import ChatWire
