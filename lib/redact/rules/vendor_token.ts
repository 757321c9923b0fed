import { isDigit, isWordUnit, type ScanRule, startsWord } from "../rule.ts";
import { VENDOR_TRIGGERS } from "../vendor_triggers.ts";

/**
 * How tokens of vendors without a rule of their own begin, each with how many characters follow at least, a few less than there are.
 * Most are from what the vendors publish for secret scanning.
 */
const SHORTEST: ReadonlyMap<string, number> = new Map([
  // Registries of packages and images
  ["pypi-AgE", 40],
  ["rubygems_", 40],
  ["dckr_pat_", 20],
  ["dckr_oat_", 20],
  // Clouds
  ["dop_v1_", 32],
  ["doo_v1_", 32],
  ["dor_v1_", 32],
  ["vercel_", 24],
  ["tskey-", 16],
  ["hvs.", 20],
  ["dapi", 32],
  ["sbp_", 32],
  ["sb_secret_", 20],
  // Models
  ["gsk_", 32],
  ["xai-", 40],
  ["pplx-", 32],
  ["r8_", 30],
  ["nvapi-", 40],
  // Work in teams
  ["ATATT3x", 40],
  ["lin_api_", 30],
  ["ntn_", 40],
  ["secret_", 43],
  ["figd_", 30],
  ["PMAK-", 40],
  // Watching
  ["sntrys_", 40],
  ["sntryu_", 40],
  ["glsa_", 32],
  ["NRAK-", 24],
  // Shops and mail
  ["shpat_", 32],
  ["shpss_", 32],
  ["shpca_", 32],
  ["shppa_", 32],
  ["sq0csp-", 32],
  ["sq0atp-", 20],
  ["key-", 32],
  // The address of a webhook; the signature of a shared access signature
  ["discord.com/api/webhooks/", 60],
  ["discordapp.com/api/webhooks/", 60],
  ["sig=", 40],
]);

/** Those whose characters are hexadecimal digits, so that a name with many words is none. */
const HEXADECIMAL = " dapi key- dop_v1_ doo_v1_ dor_v1_ sbp_ rubygems_ ";

/** Longer ones are cut off, and the next trigger is looked for behind. */
const LONGEST = 4096;

/** Tokens that their beginning tells: a prefix of the vendor's, and many characters of all kinds. */
export const vendorToken: ScanRule = {
  name: "vendor_token",
  token: "<TOKEN>",
  find: (text, at) => {
    for (const [beginning, shortest] of SHORTEST) {
      const start = at - triggerIn(beginning);
      if (!text.startsWith(beginning, start)) continue;
      if (start < 0 || !startsWord(text, start)) continue;
      const end = tokenEnd(text, start, beginning, shortest);
      if (end === undefined) continue;
      const isParameter = beginning.endsWith("=");
      return { start: isParameter ? start + beginning.length : start, end };
    }
    return undefined;
  },
};

const places = new Map<string, number>();

/** Where in a beginning its trigger is. */
function triggerIn(beginning: string): number {
  let place = places.get(beginning);
  if (place === undefined) {
    const lower = beginning.toLowerCase();
    const trigger = VENDOR_TRIGGERS.find((trigger) =>
      lower.includes(trigger)
    ) ?? "";
    places.set(beginning, place = lower.indexOf(trigger));
  }
  return place;
}

function tokenEnd(
  text: string,
  start: number,
  beginning: string,
  shortest: number,
): number | undefined {
  const from = start + beginning.length;
  const isHex = HEXADECIMAL.includes(` ${beginning} `);
  let end = from;
  let digits = 0;
  while (end < from + LONGEST && isTokenUnit(text, end, beginning)) {
    const unit = text.charCodeAt(end++);
    if (isDigit(unit)) digits++;
    else if (isHex && !isHexLetter(unit)) return undefined;
  }
  // Words of a name have a digit at most.
  return end - from >= shortest && digits > 1 ? end : undefined;
}

/** Letters, digits, `_` and `-`; where the token is base64 also `=` and `+`, where it is in an address `/` and `%`. */
function isTokenUnit(text: string, index: number, beginning: string): boolean {
  const unit = text.charCodeAt(index);
  if (isWordUnit(unit)) return true;
  if (unit === 0x2d) return !HEXADECIMAL.includes(` ${beginning} `);
  const sign = text[index] ?? "\0";
  if (beginning === "sig=") return "%+/=".includes(sign);
  if (beginning.startsWith("discord")) return sign === "/";
  if (beginning === "hvs.") {
    return sign === "." && isWordUnit(text.charCodeAt(index + 1));
  }
  return sign === "=" || sign === "+" && beginning.startsWith("sntry");
}

function isHexLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x66;
}
