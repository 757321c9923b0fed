import { isPlaceholder } from "../not_secret.ts";
import type { PatternRule, Samples } from "../rule.ts";

/** Commands whose `-p` has a password right behind it, those where a space is between, and those that take `-u user:password`. */
const TAKES_P = (): RegExp => /\b(?:mysql\w*|mariadb\w*|sshpass)\b[^\n|;&]*$/;
const TAKES_SPACED_P = (): RegExp =>
  /\b(?:sshpass|mongo\w*|sqlcmd|(?:un)?zip|cqlsh|(?:docker|podman|nerdctl|buildah|skopeo|helm|oc|az)\b[^\n|;&]{0,80}\blogin)\b[^\n|;&]*$/;
const TAKES_A = (): RegExp => /\bredis-cli\b[^\n|;&]*$/;
const TAKES_U = (): RegExp => /\b(?:curl|wget|https?)\b[^\n|;&]*$/;

/** Passwords behind a short flag of a few well-known commands: `curl -u me:…`, `mysql -p…`, `sshpass -p …`. */
export const commandPassword: PatternRule = {
  name: "command_password",
  token: "<PASSWORD>",
  pattern: () =>
    /( (?:(?:-u|--user)[ =]?["']?[^\s:"'\/]{1,64}:|-[paP] ?["']?))(?:(?<=["'])[^"'\n]{3,256}(?=["'])|[^\s"'-][^\s"']{2,255})/y,
  check: (match, text, index) => {
    const before = text.slice(Math.max(0, index - 160), index);
    const [all, kept = ""] = match;
    // `mysql -p name` asks, and has the name of a database.
    const isSpaced = /^ -[pP] /.test(kept);
    const takes = kept.startsWith(" -a")
      ? TAKES_A
      : !/^ -[pP]/.test(kept)
      ? TAKES_U
      : isSpaced
      ? TAKES_SPACED_P
      : TAKES_P;
    if (!takes().test(before)) return false;
    return !isPlaceholder(all.slice(kept.length));
  },
};

export const commandPasswordSamples: Samples = {
  hit: [
    ["curl -u me:hunter2x https://a.b", "curl -u me:<PASSWORD> https://a.b"],
    ["curl --user 'me:hunter2x' x", "curl --user 'me:<PASSWORD>' x"],
    ["mysql -u root -phunter2x app", "mysql -u root -p<PASSWORD> app"],
    [
      "docker login -u me -p hunter2x reg.io",
      "docker login -u me -p <PASSWORD> reg.io",
    ],
    [
      'helm registry login -p "p@ss w0rd" x',
      'helm registry login -p "<PASSWORD>" x',
    ],
    ["zip -P hunter2x a.zip b", "zip -P <PASSWORD> a.zip b"],
    ["mongosh -u a -p 'hunter2x'", "mongosh -u a -p '<PASSWORD>'"],
    ["redis-cli -h x -a hunter2x ping", "redis-cli -h x -a <PASSWORD> ping"],
    ["sshpass -p 'hunter2x' ssh a", "sshpass -p '<PASSWORD>' ssh a"],
  ],
  miss: [
    "docker run -u 1000:1000 -p 8080:80 app",
    "mkdir -parents x; cp -preserve a b",
    "mysql -u root -p app",
    "docker login -u me --password-stdin && docker run -p 8080:80 app",
    "scp -P 2222 zip me@host:",
    "cp -a source2 target2",
    "redis-cli -a $REDIS_PASSWORD ping",
    "curl -u $USER:$PASSWORD https://a.b",
    "curl -X POST -u me https://a.b",
  ],
};
