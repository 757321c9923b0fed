import type { Samples, ScanRule } from "../rule.ts";
import { isDigit, isWordUnit } from "../rule.ts";

/** Countries with the length of their numbers (IBAN registry of SWIFT). */
const LENGTHS =
  "AD24AE23AL28AT20AZ28BA20BE16BG22BH22BI27BR29BY28CH21CR22CY28CZ24DE22DJ27DK18DO28EE20EG29ES24FI18FK18FO18FR27GB22GE22GI23GL18GR27GT28HN28HR21HU28IE22IL23IQ23IS26IT27JO30KW30KZ20LB28LC32LI21LT20LU20LV21LY25MC27MD24ME22MK19MN20MR27MT31MU30NI28NL18NO15OM23PK24PL28PS29PT25QA29RO24RS22RU33SA24SC31SD18SE24SI19SK24SM27SO23ST25SV28TL23TN24TR26UA29VA22VG24XK20YE30";

/** International bank account numbers: a country, its length, and the check digits of ISO 7064 (mod 97). */
export const iban: ScanRule = {
  name: "iban",
  token: "<IBAN>",
  reaches: (text, run) => {
    let before = run - 1;
    // Longer numbers are none: the country is near.
    while (before > run - LONGEST && isGap(text.charCodeAt(before))) before--;
    const unit = text.charCodeAt(before);
    return isUpper(unit) || isLowerCase(unit);
  },
  find: (text, at) => {
    // The digits that the rule is tried at may be any of the number's: the country is looked for in front of them, as far as what is in
    // between may be part of a number.
    const least = Math.max(0, at - LONGEST);
    let hasUpper = false;
    let hasLower = false;
    for (let start = at - 1; start >= least; start--) {
      const unit = text.charCodeAt(start);
      if (isUpper(unit)) hasUpper = true;
      else if (isLowerCase(unit)) hasLower = true;
      else if (isGap(unit)) continue;
      else return undefined;
      if (hasUpper && hasLower) return undefined;
      if (start > at - 2) continue;
      const length = lengthOf(text, start);
      if (length === undefined) continue;
      const end = endOf(text, start, length);
      if (end !== undefined && isValid(text.slice(start, end))) {
        return { start, end };
      }
    }
    return undefined;
  },
};

/** Nothing in front of the digits that a rule is tried at is further away. */
const LONGEST = 14;

/** What may be between a number's letters: digits, spaces, dashes. */
function isGap(unit: number): boolean {
  return isDigit(unit) || unit === 0x20 || unit === 0x2d;
}

function lengthOf(text: string, start: number): number | undefined {
  const isLower = isLowerCase(text.charCodeAt(start));
  const isCountry = isLower ? isLowerCase : isUpper;
  if (!isCountry(text.charCodeAt(start))) return undefined;
  if (!isCountry(text.charCodeAt(start + 1))) return undefined;
  if (isWordUnit(text.charCodeAt(start - 1)) && text[start - 2] !== "\\") {
    return undefined;
  }
  // Two letters are side by side in no other place of the list.
  const country = text.slice(start, start + 2);
  const place = LENGTHS.indexOf(isLower ? country.toUpperCase() : country);
  return place < 0 ? undefined : Number(LENGTHS.slice(place + 2, place + 4));
}

/** Behind so many letters and digits, with single spaces or dashes in between. In lower case, dashes are rather those of a UUID. */
function endOf(
  text: string,
  start: number,
  length: number,
): number | undefined {
  const isLower = isLowerCase(text.charCodeAt(start));
  const isLetter = isLower ? isLowerCase : isUpper;
  let end = start;
  for (let count = 0; count < length; end++) {
    const unit = text.charCodeAt(end);
    if (isDigit(unit) || isLetter(unit)) {
      count++;
      continue;
    }
    const separator = unit === 0x20 || unit === 0x2d && !isLower;
    if (!separator || !isWordUnit(text.charCodeAt(end + 1))) return undefined;
  }
  return isWordUnit(text.charCodeAt(end)) ? undefined : end;
}

function isValid(found: string): boolean {
  const compact = found.replace(/[ -]/g, "").toUpperCase();
  if (!/^[A-Z]{2}\d{2}/.test(compact)) return false;
  let rest = 0;
  for (const unit of compact.slice(4) + compact.slice(0, 4)) {
    const value = parseInt(unit, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

function isLowerCase(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function isUpper(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

export const ibanSamples: Samples = {
  hit: [
    ["DE89370400440532013000", "<IBAN>"],
    ["to GB29 NWBK 6016 1331 9268 19.", "to <IBAN>."],
    ["MT84MALT011000012345MTLCAST001S", "<IBAN>"],
    ["iban=NO9386011117947&x", "iban=<IBAN>&x"],
    ["de89370400440532013000", "<IBAN>"],
    ["gb29 nwbk 6016 1331 9268 19", "<IBAN>"],
    ["DE89\u00a03704\u00a00044\u00a00532\u00a00130\u00a000", "<IBAN>"],
  ],
  miss: [
    "DE89370400440532013001",
    "XX89370400440532013000",
    "ADE89370400440532013000",
    "de89370400440532013001",
    "be68-5390-0754-7034",
    "De89370400440532013000",
  ],
};
