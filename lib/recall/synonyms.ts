/**
 * Words that programmers use for one another, a line a family; a word may be in several. They are the common ground of the trade, written
 * down once: no list of anybody's is in it. A word stands for its inflections, and `+` parts the words of a phrase.
 */
const FAMILIES = `
auth authentication authenticate login log+in logon sign+in signin sign+on
authorization authorize permission permissions access rights privilege acl role
logout log+out sign+out signout
password passphrase credential credentials secret
token jwt bearer credential
db database storage sql datastore
postgres postgresql pg
query select sql
table relation
delete remove drop erase purge destroy
add insert append
create make new generate
update modify change edit alter
rename move
fix repair mend correct resolve solve patch bugfix hotfix
bug defect fault issue
crash die abort panic segfault
fail failure failing break broken breakage
error exception fault throw raise
hang stuck freeze block stall wedge unresponsive
deadlock stuck lock
slow sluggish latency performance lag
fast quick speed performance
optimize optimise faster performance speed+up
memory ram heap oom
timeout time+out deadline expire
expire expired stale outdated lapse
expiry expiration ttl lifetime
cache caching memoize memoise
config configuration setting settings option options preference preferences
env environment
dependency dependencies library package module deps
version release
deploy deployment release rollout ship publish go+live
ci pipeline workflow build+server github+actions
build compile bundle
test tests testing spec unit+test
flaky intermittent sporadic unreliable
mock stub fake double
lint linter format formatter
doc docs documentation readme manual
repo repository
branch fork
commit revision changeset
pr pull+request merge+request
merge integrate combine
revert rollback roll+back undo
migrate migration upgrade
backfill migrate
request call query
response reply answer
endpoint route api path handler
api interface endpoint
server backend back+end
client frontend front+end
ui interface gui screen view page
button control
form dialog
style css theme design
mobile phone responsive
keyboard shortcut key hotkey
mouse pointer click
accessibility a11y keyboard screen+reader
translation i18n l10n locale localization localisation language
timezone time+zone tz utc dst daylight+saving
date time timestamp datetime
schedule scheduler cron job periodic nightly timer
job task work
queue broker backlog message
retry retries try+again reattempt resend
backoff jitter delay
duplicate twice double repeated idempotent idempotency dedupe
concurrent parallel race simultaneous
race race+condition concurrency
thread worker process
async asynchronous await promise
lock mutex semaphore
event message signal
listener handler callback subscriber
webhook callback hook
connect connection socket
proxy nginx gateway reverse+proxy
network offline http
host hostname dns domain
url link uri address
email mail e+mail
upload send+file
download fetch
image picture photo thumbnail
avatar profile+picture portrait
video clip movie
file document
folder directory dir
path location
csv spreadsheet excel
pdf printable print
import intake ingest load
export dump write+out
backup archive snapshot
restore recover recovery
log logs logging
audit trail history
metric metrics telemetry monitoring statistics stats
alert notification notify alarm
search find lookup
index indexer
sort order ordering
filter restrict
page pagination paging cursor
limit throttle rate+limit quota cap
encode encoding utf unicode charset
encrypt encryption cipher crypto
hash digest checksum
user account member customer
admin administrator operator
session cookie
payment pay charge card billing checkout
invoice bill billing
price cost amount total
tax vat
money amount currency
order purchase checkout
stock inventory warehouse
parse parser parsing decode
serialize serialise json encode
validate validation check verify verifier sanitize
number integer numeric
string text varchar
null nil undefined none empty missing
empty blank nothing
flag toggle switch
plugin extension addon add+on
container docker
kubernetes k8s cluster
windows win32
mac macos osx
js javascript
ts typescript
py python
regex regexp pattern
function fn method
argument parameter arg param
variable var
refactor restructure rewrite clean+up
split extract separate
cancel abort interrupt
start boot startup launch
stop halt shutdown terminate kill
startup start warm+up cold+start
install setup set+up
`;

let table: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

/**
 * The words that mean much the same as one, or as a phrase.
 *
 * @param text A word in any inflection, or a phrase, its words parted by spaces; in lower case.
 * @returns Words and phrases, without the one that was asked for; none where it is in no family.
 */
export function synonymsOf(text: string): string[] {
  const families = table ??= tableOf(FAMILIES);
  const base = text.includes(" ")
    ? families.has(text) ? text : undefined
    : bases(text).find((it) => families.has(it));
  if (base === undefined) return [];
  const found = new Set((families.get(base) ?? []).flat());
  found.delete(base);
  found.delete(text);
  return [...found];
}

function tableOf(text: string): Map<string, string[][]> {
  const families = new Map<string, string[][]>();
  for (const line of text.trim().split("\n")) {
    const family = line.split(" ").map((it) => it.replaceAll("+", " "));
    for (const word of family) {
      families.set(word, [...families.get(word) ?? [], family]);
    }
  }
  return families;
}

/** What an English word may be an inflection of, itself first. */
function bases(word: string): string[] {
  const all = [word];
  const without = (end: string, instead = ""): void => {
    if (word.endsWith(end) && word.length - end.length >= 2) {
      all.push(word.slice(0, -end.length) + instead);
    }
  };
  without("ies", "y");
  without("es");
  without("s");
  without("ied", "y");
  without("ed");
  without("d");
  without("ing");
  without("ing", "e");
  without("er");
  without("r");
  without("ly");
  // stopping, stopped
  const doubled = /^(.*([bdgmnprt]))\2(?:ing|ed|er)$/.exec(word);
  if (doubled?.[1] !== undefined) all.push(doubled[1]);
  return all;
}
