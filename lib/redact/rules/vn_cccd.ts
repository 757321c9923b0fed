import { isDigit, type Samples, type ScanRule } from "../rule.ts";
import { standsAlone } from "./_numbers.ts";

/** The codes of the 63 provinces that identity numbers were and are given out with (Circular 07/2016/TT-BCA, annex 1). */
const PROVINCES =
  " 001 002 004 006 008 010 011 012 014 015 017 019 020 022 024 025 026 027 030 031 033 034 035 036 037 038 040 042 044 045 046 048 049 051 052 054 056 058 060 062 064 066 067 068 070 072 074 075 077 079 080 082 083 084 086 087 089 091 092 093 094 095 096 ";

/** Vietnamese identity numbers (seed: capture): twelve digits, the first three a province. */
export const vnCccd: ScanRule = {
  name: "vn_cccd",
  token: "<VN_CCCD>",
  digits: 12,
  find: (text, at) => {
    if (text[at] !== "0") return undefined;
    let end = at;
    while (isDigit(text.charCodeAt(end))) if (++end > at + 12) break;
    if (end !== at + 12 || !standsAlone(text, at, end)) return undefined;
    return PROVINCES.includes(` ${text.slice(at, at + 3)} `)
      ? { start: at, end }
      : undefined;
  },
};

export const vnCccdSamples: Samples = {
  hit: [
    ["CCCD 079123456789", "CCCD <VN_CCCD>"],
    ["số 001099012345.", "số <VN_CCCD>."],
    ['{"id":"096200000001"}', '{"id":"<VN_CCCD>"}'],
  ],
  miss: [
    "999123456789",
    "003123456789",
    "id 0791234567890",
    "0.079123456789",
    "a079123456789",
    "/orders/079123456789",
    "1700000000-079123456789",
  ],
};
