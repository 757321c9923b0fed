import { isPlaceholder } from "../not_secret.ts";
import type { PatternRule, Samples } from "../rule.ts";

/** Commands whose `-p` has a password right behind it, and those that take `-u user:password`. */
const TAKES_P = /\b(?:mysql\w*|mariadb\w*|sshpass)\b[^\n|;&]*$/;
const TAKES_U = /\b(?:curl|wget|https?)\b[^\n|;&]*$/;

/** Passwords behind a short flag of a few well-known commands: `curl -u me:…`, `mysql -p…`, `sshpass -p …`. */
export const commandPassword: PatternRule = {
  name: "command_password",
  token: "<PASSWORD>",
  triggers: [" -u", " --user", " -p"],
  pattern: () =>
    /( (?:(?:-u|--user)[ =]?["']?[^\s:"'\/]{1,64}:|-p ?["']?))[^\s"'-][^\s"']{2,255}/y,
  check: (match, text, index) => {
    const before = text.slice(Math.max(0, index - 160), index);
    const [all, kept = ""] = match;
    const takes = kept.includes("-p") ? TAKES_P : TAKES_U;
    if (!takes.test(before)) return false;
    // `mysql -p name` asks, and has the name of a database.
    if (kept === " -p " && !before.includes("sshpass")) return false;
    return !isPlaceholder(all.slice(kept.length));
  },
};

export const commandPasswordSamples: Samples = {
  hit: [
    ["curl -u me:hunter2x https://a.b", "curl -u me:<PASSWORD> https://a.b"],
    ["curl --user 'me:hunter2x' x", "curl --user 'me:<PASSWORD>' x"],
    ["mysql -u root -phunter2x app", "mysql -u root -p<PASSWORD> app"],
    ["sshpass -p 'hunter2x' ssh a", "sshpass -p '<PASSWORD>' ssh a"],
  ],
  miss: [
    "docker run -u 1000:1000 -p 8080:80 app",
    "mkdir -parents x; cp -preserve a b",
    "mysql -u root -p app",
    "curl -u $USER:$PASSWORD https://a.b",
    "curl -X POST -u me https://a.b",
  ],
};
