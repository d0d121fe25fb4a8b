import Flux
