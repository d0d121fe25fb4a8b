.PHONY: run build test explore lint format wasm

# Starts the server: installs what is missing, builds, serves. Options: make run ARGS="--port 9000"
run: build
	.build/release/martlet serve $(ARGS)

build:
	@Scripts/setup.sh build
	swift build -c release --product martlet

# Everything that can be tested, the browser included.
test:
	@Scripts/setup.sh test
	Scripts/test.sh

# Simulates the whole system, seed after seed from a random beginning, until Ctrl-C. Ends with an error where a seed failed.
explore:
	swift build -c release --product Simulation
	@.build/release/Simulation --explore

lint:
	swift format lint --strict --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources

format:
	swift format --in-place --recursive --parallel Package.swift Sources Tests Examples Benchmarks/Package.swift Benchmarks/Benchmarks Benchmarks/Sources Fuzz/Package.swift Fuzz/Sources

wasm:
	Scripts/check-wasm.sh
