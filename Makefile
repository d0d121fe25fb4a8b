.PHONY: run cluster build test explore lint format page

# Starts the server: installs what is missing, builds, serves. Options: make run ARGS="--port 9000"
run: build
	.build/release/martlet serve $(ARGS)

# Starts three servers that share a PostgreSQL database, with NATS between them and HAProxy in front, until Ctrl-C (docs/cluster.md).
cluster: build
	@Scripts/setup.sh cluster
	@Scripts/cluster.sh

build:
	@Scripts/setup.sh build
	Scripts/swift-build.sh --product martlet

# The tests, the browser included; or parts of them (Scripts/test.sh has all): make test PART=system
test:
	@Scripts/setup.sh test
	Scripts/test.sh $(PART)

# Simulates the whole system, seed after seed from a random beginning, until Ctrl-C. Ends with an error where a seed failed.
explore:
	Scripts/swift-build.sh --product Simulation
	@.build/release/Simulation --explore

# The Swift files of the project, without those that are symbolic links to others.
swift_files = git ls-files -s '*.swift' | sed -n 's/^100[0-7]* [^\t]*\t//p'

lint:
	@$(swift_files) | xargs swift format lint --strict --parallel
	@Scripts/wrap.py --check
	@# FileHandle.write(_:) ends the process if nothing can be written; write(contentsOf:) throws.
	@! grep -rnE 'standard(Error|Output)\.write\(' Sources --include='*.swift' | grep -v 'write(contentsOf:'

format:
	@$(swift_files) | xargs swift format --in-place --parallel
	@Scripts/wrap.py

# The web page as the server has it, in Sources/CPage.
page:
	@Scripts/setup.sh test
	Scripts/page.sh
