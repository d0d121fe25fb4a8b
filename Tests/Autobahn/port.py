#!/usr/bin/env python3
"""Turn the Python-2 sdist autobahntestsuite==25.10.1 (PyPI) into a Python-3 fuzzing client.
usage: port.py SDIST_DIR OUT_DIR      (needs lib2to3, i.e. CPython <= 3.12)

Idea: the test cases keep their 'byte strings' as str whose code points are the byte values
(latin-1); a shim in FuzzingProtocol turns them into bytes on the way out and back on the way in.
"""
import os, re, shutil, sys
from lib2to3.refactor import RefactoringTool

src, out = sys.argv[1], sys.argv[2]
pkg_in, pkg = os.path.join(src, "autobahntestsuite"), os.path.join(out, "autobahntestsuite")
shutil.rmtree(out, ignore_errors=True)
os.makedirs(os.path.join(pkg, "case"))
shutil.copytree(os.path.join(pkg_in, "testdata"), os.path.join(pkg, "testdata"))
files = ["fuzzing.py", "caseset.py", "report.py", "_version.py"]
files += ["case/" + f for f in sorted(os.listdir(os.path.join(pkg_in, "case"))) if f.endswith(".py")]
for f in files:   # latin-1 -> utf-8: every byte of a Python-2 str literal becomes one code point
    text = open(os.path.join(pkg_in, f), encoding="latin-1", newline="").read().replace("\r\n", "\n")
    open(os.path.join(pkg, f), "w", encoding="utf-8").write(re.sub(r"coding[:=]\s*[-\w.]+", "coding: utf-8", text, count=1) if "coding" in text[:200] else text)
open(os.path.join(pkg, "__init__.py"), "w").write("from ._version import __version__\nversion = __version__\n")

rt = RefactoringTool(["lib2to3.fixes.fix_" + n for n in
                      "print has_key numliterals xrange unicode import except dict raise ne idioms".split()], {"print_function": False})
for f in files:
    p = os.path.join(pkg, f)
    rt.refactor_file(p, write=True)

def edit(f, *subs):
    p = os.path.join(pkg, f); t = open(p, encoding="utf-8").read()
    for a, b in subs:
        n = len(re.findall(a, t, flags=re.S | re.M))
        if not n: print("NO MATCH", f, a[:70])
        t = re.sub(a, lambda m: m.expand(b) if "\\g<" in b else b, t, flags=re.S | re.M)
    open(p, "w", encoding="utf-8").write(t)

for f in files:
    if f.startswith("case/"):
        p = os.path.join(pkg, f); t = open(p, encoding="utf-8").read()
        t = t.replace("(object, Case, )", "(Case, )")
        t = re.sub(r"binascii\.b2a_hex\(", "_hex(", t)
        if "_hex(" in t:   # after any __future__/docstring: put helper right after 'import binascii'
            t = re.sub(r"^((?:import|from) .*binascii.*)$",
                       "\\1\ndef _hex(s):\n   return binascii.b2a_hex(s if isinstance(s, bytes) else s.encode('latin-1')).decode('ascii')\n", t, count=1, flags=re.M)
        open(p, "w", encoding="utf-8").write(t)

edit("case/__init__.py", (r"^from \.case9_9_1 import \*\n", ""))   # unused, needs Python-2 zope.interface.implements
os.remove(os.path.join(pkg, "case/case9_9_1.py"))
edit("case/case.py", (r"pickle\.dumps\(obj1\) == pickle\.dumps\(obj2\)", "list(obj1) == list(obj2)"))
edit("case/case10_1_1.py", (r"len\(self\.payload\) / self", "len(self.payload) // self"))
edit("case/case6_x_x.py", (r"v\.validate\(vss\[:i\]\)", "v.validate(vss[:i].encode('latin-1'))"))
edit("case/case12_x_x.py",
     (r"import copy, os, pkg_resources, hashlib, binascii", "import copy, os, hashlib, binascii\n_DATA = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), 'testdata')\n"),
     (r'pkg_resources\.resource_filename\("autobahntestsuite", "testdata/%s" % ([^\n]*)\)\n', "os.path.join(_DATA, \\g<1>)\n"),
     (r"^MSG_SIZES = (.*?)^\]", "MSG_SIZES = \\g<1>]\nMSG_SIZES = [(a, min(b, int(os.environ.get('AB_MESSAGES', '1000'))), c, d) for (a, b, c, d) in MSG_SIZES]"),
     (r"requestNoContextTakeover = ", "request_no_context_takeover = "),
     (r"requestMaxWindowBits = ", "request_max_window_bits = "),
     (r"offer\.acceptNoContextTakeover", "offer.accept_no_context_takeover"),
     (r"offer\.acceptMaxWindowBits", "offer.accept_max_window_bits"),
     (r"x\.requestNoContextTakeover, x\.requestMaxWindowBits", "x.request_no_context_takeover, x.request_max_window_bits"),
     (r"self\.testDataLen = len\(self\.testData\)", "self.testDataLen = len(self.testData)\n   self.testPayload = self.testData if self.TESTDATA['binary'] else self.testData.decode('utf-8')"),
     (r"   payload = self\.testData\n   if not self\.TESTDATA\['binary'\]:\n[^\n]*\n      payload = payload\.decode\('utf-8'\)", "   payload = self.testPayload"),
     (r'"TESTDATA": ', '"RAW": True, "TESTDATA": '))

SHIM = '''
def _b(s):
   return s if isinstance(s, (bytes, bytearray)) else s.encode('latin-1')

def _s(b):
   return b if isinstance(b, str) else bytes(b).decode('latin-1')

def binLogData(data, maxlen = 64):
   data = _b(data)
   if len(data) > maxlen - 4:
      return binascii.b2a_hex(data[:maxlen]).decode('ascii') + " ..."
   return binascii.b2a_hex(data).decode('ascii')

def asciiLogData(data, maxlen = 64, replace = False):
   data = _b(data)
   try:
      dd = data[:maxlen] + b" ..." if len(data) > maxlen - 4 else data
      return dd.decode('utf8', errors = 'replace' if replace else 'strict')
   except UnicodeDecodeError:
      return '0x' + binLogData(data, maxlen)

def _jsonable(o):
   if isinstance(o, (bytes, bytearray)):
      return _s(o)
   return str(o)


class FuzzingProtocol:
   """
   Common mixin-base class for fuzzing server and client protocols.
   """

   def sendFrame(self, opcode, payload = b'', **kw):
      return super().sendFrame(opcode = opcode, payload = _b(payload), **kw)

   def sendMessage(self, payload, *a, **kw):
      return super().sendMessage(_b(payload), *a, **kw)

   def sendPing(self, payload = None):
      return super().sendPing(None if payload is None else _b(payload))

   def sendMessageFrameData(self, payload, *a, **kw):
      return super().sendMessageFrameData(_b(payload), *a, **kw)

   def sendCloseFrame(self, code = None, reasonUtf8 = None, isReply = False):
      return super().sendCloseFrame(code = code, reasonUtf8 = None if reasonUtf8 is None else _b(reasonUtf8), isReply = isReply)

'''
edit("fuzzing.py",
     (r"import os, json, binascii, time, textwrap, pkg_resources", "import os, sys, json, binascii, time, textwrap"),
     (r"from twisted\.internet import reactor, ssl", "from twisted.internet import reactor\ntry:\n   from twisted.internet import ssl\nexcept ImportError:\n   ssl = None"),
     (r"def binLogData.*?class FuzzingProtocol:\n.*?\"\"\".*?\"\"\"\n", SHIM),
     (r"p = ''\.join\(payload\)", "p = b''.join(payload)"),
     (r"binascii\.b2a_hex\(frameHeader\.mask\)", "binLogData(frameHeader.mask)"),
     (r"mmask = binascii\.b2a_hex\(t\[6\]\)", "mmask = str(t[6])"),
     (r"self\.runCase\.onPong\(payload\)", "self.runCase.onPong(_s(payload))"),
     (r"self\.runCase\.onMessage\(msg, binary\)", "self.runCase.onMessage(msg if getattr(self.runCase, 'RAW', False) else _s(msg), binary)"),
     (r"if self\.debug:", "if False:"),
     (r"\"httpRequest\": self\.http_request_data if", '"httpRequest": _s(self.http_request_data) if'),
     (r"\"httpResponse\": self\.http_response_data if", '"httpResponse": _s(self.http_response_data) if'),
     (r"\.encode\(\"utf-8\"\)\)\n", ")\n"), (r"ll\.encode\('utf8'\)", "ll"),
     (r"open\(os\.path\.join\(outdir, report_filename\), 'w'\)", "open(os.path.join(outdir, report_filename), 'w', encoding = 'utf-8', errors = 'backslashreplace')"),
     (r"json\.dumps\(case, ", "json.dumps(case, default = _jsonable, "),
     (r"Factory\.__init__\(self, debug = debug, debugCodePaths = debug\)", "Factory.__init__(self)"),
     (r"self\.contextFactory = ssl\.ClientContextFactory\(\)", "self.contextFactory = ssl.ClientContextFactory() if ssl and server['url'].startswith('wss') else None"),
     (r"self\.failConnection\(\)", "self._fail_connection()"),
     (r"      WebSocketClientProtocol\.connectionMade\(self\)\n", "      WebSocketClientProtocol.connectionMade(self)\n      self._watchdog = reactor.callLater(float(os.environ.get('AB_CASE_TIMEOUT', '120')), self.transport.abortConnection)\n"),
     (r"      WebSocketClientProtocol\.connectionLost\(self, reason\)\n", "      if self._watchdog.active(): self._watchdog.cancel()\n      WebSocketClientProtocol.connectionLost(self, reason)\n"),
     (r"^__all__ = .*?\n", "__all__ = ['startClient', 'startServer']\n"),
     )
# report.py: keep only the CSS/JS constants (the classes below them need jinja2)
p = os.path.join(pkg, "report.py"); t = open(p, encoding="utf-8").read()
t = re.sub(r"^import jinja2.*?\n", "", t, flags=re.M); t = re.split(r"^(?:class|def|REPORT_DIR_PERM)", t, flags=re.M)[0]
open(p, "w", encoding="utf-8").write(t)

open(os.path.join(out, "fuzzclient.py"), "w").write('''#!/usr/bin/env python3
"""Autobahn fuzzing client.  fuzzclient.py ws://127.0.0.1:9001 [--cases '1.*,2.*'] [--exclude '9.*'] [--outdir reports] [--agent NAME]
Prints one summary line per behaviour; exit 1 when a case is FAILED, UNCLEAN or WRONG CODE (see --strict)."""
import argparse, json, os, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
ap = argparse.ArgumentParser()
ap.add_argument("url"); ap.add_argument("--cases", default="*"); ap.add_argument("--exclude", default="")
ap.add_argument("--outdir", default="reports"); ap.add_argument("--agent", default="server")
ap.add_argument("--strict", action="store_true", help="NON-STRICT counts as failure too")
ap.add_argument("--allow-unimplemented", action="store_true", default=False)
ap.add_argument("--messages", type=int, default=1000, help="messages per 12.*/13.* case (original: 1000)")
ap.add_argument("--case-timeout", type=float, default=120)
a = ap.parse_args()
os.environ["AB_MESSAGES"] = str(a.messages); os.environ["AB_CASE_TIMEOUT"] = str(a.case_timeout)
from twisted.internet import reactor
from twisted.python import log
log.addObserver(lambda e: e.get("isError") and print("HARNESS ERROR", log.textFromEventDict(e), file=sys.stderr))
from autobahntestsuite import fuzzing
spec = {"outdir": a.outdir, "servers": [{"agent": a.agent, "url": a.url}],
        "cases": [c for c in a.cases.split(",") if c], "exclude-cases": [c for c in a.exclude.split(",") if c],
        "exclude-agent-cases": {}}
fuzzing.startClient(spec)
reactor.run()
res = json.load(open(os.path.join(a.outdir, "index.json"))).get(a.agent, {})
key = lambda c: [int(x) for x in c.split(".")]
by, byclose, bad = {}, {}, []
for c in sorted(res, key=key):
    r = res[c]
    by[r["behavior"]] = by.get(r["behavior"], 0) + 1
    byclose[r["behaviorClose"]] = byclose.get(r["behaviorClose"], 0) + 1
    ok = ("OK", "INFORMATIONAL") + (() if a.strict else ("NON-STRICT",)) + (("UNIMPLEMENTED",) if a.allow_unimplemented else ())
    if r["behavior"] not in ok or r["behaviorClose"] in ("FAILED", "UNCLEAN", "WRONG CODE"):
        bad.append(c); print("BAD", c, r["behavior"], r["behaviorClose"], r["remoteCloseCode"])
print("cases", len(res), "behavior", by, "close", byclose)
print("%d passed, %d failed" % (len(res) - len(bad), len(bad)))
sys.exit(1 if bad else 0)
''')
print("ported to", out)
