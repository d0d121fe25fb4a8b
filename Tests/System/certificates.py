"""Certificates made with openssl for a test, and what Python's ssl needs to trust them."""

import ssl
import subprocess
from datetime import UTC, datetime


def openssl(*arguments):
    return subprocess.run(["openssl", *map(str, arguments)], check=True, capture_output=True, text=True).stdout


class Certificate:
    """A certificate signed by itself for localhost and 127.0.0.1, or other names, and its key, in two PEM files."""

    def __init__(self, folder, key="ec", names="DNS:localhost,IP:127.0.0.1", dates=("-days", "30"), name="server"):
        folder.mkdir(parents=True, exist_ok=True)
        self.certificate, self.key = folder / f"{name}.pem", folder / f"{name}.key"
        kinds = {
            "ec": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"], "rsa": ["-newkey", "rsa:2048"],
            "ed25519": ["-newkey", "ed25519"]}
        openssl(
            "req", "-x509", *kinds[key], "-nodes", "-keyout", self.key, "-out", self.certificate, "-subj", "/CN=localhost",
            "-addext", f"subjectAltName={names}", *dates)
        self.key.chmod(0o600)

    @property
    def flags(self):
        return ["--tls-certificate", str(self.certificate), "--tls-key", str(self.key)]

    def der(self):
        return ssl.PEM_cert_to_DER_cert(self.certificate.read_text())

    def client(self):
        """What a client needs to trust it."""
        return ssl.create_default_context(cafile=str(self.certificate))

    def replace(self, other):
        """Replaces these files by those of another certificate, as a renewal does: the key first, each in one step."""
        other.key.rename(self.key)
        other.certificate.rename(self.certificate)


def expired(folder):
    """A certificate that ended years ago."""
    return valid(folder, datetime(2020, 1, 1, tzinfo=UTC), datetime(2021, 1, 1, tzinfo=UTC))


def valid(folder, begin, end):
    """A certificate with these dates: openssl's `ca` lets them be chosen."""
    made = Certificate(folder)
    request, index, config = folder / "r.csr", folder / "index", folder / "ca.cnf"
    index.write_text("")
    (folder / "serial").write_text("01\n")
    config.write_text(
        f"[ca]\ndefault_ca=d\n[d]\ndatabase={index}\nserial={folder / 'serial'}\nnew_certs_dir={folder}\ndefault_md=sha256\n"
        "policy=p\nx509_extensions=x\n[p]\ncommonName=supplied\n[x]\nsubjectAltName=DNS:localhost,IP:127.0.0.1\n")
    openssl("req", "-new", "-key", made.key, "-subj", "/CN=localhost", "-out", request)
    openssl(
        "ca", "-batch", "-selfsign", "-config", config, "-keyfile", made.key, "-in", request, "-out", made.certificate, "-notext",
        "-startdate", f"{begin:%Y%m%d%H%M%SZ}", "-enddate", f"{end:%Y%m%d%H%M%SZ}")
    return made
