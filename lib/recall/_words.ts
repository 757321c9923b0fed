/** Words that say nothing of what a prompt is about. */
const EMPTY = words(`
  a an the this that these those it its he she they them their we us our you your yours i me my mine one ones some any all each every both
  no not nor none nothing and or but if then else than so too very just only also even still yet again already ever never always often
  is are was were be been being am do does did done doing don doesn didn isn aren wasn weren won wouldn can cannot couldn could should
  shouldn would will shall may might must have has had having haven hasn hadn let lets ll ve re
  of in on at to from by for with without into onto over under about after before between during through across against among
  as up down out off back away here there where when while what which who whom whose why how because since until whether
  please thanks thank hi hello hey ok okay yes yeah sure well now today etc eg ie vs via per like such same other another more most less
  much many few lot lots bit go goes going went get gets got getting come comes came say says said tell tells told ask asks asked
  know knows knew think thinks thought see sees saw seen want wants wanted need needs needed
`);

/** Words by which is asked for things, and those that nearly every session of a programmer has: they count, but little. */
const WEAK = words(`
  use uses used using make makes made making work works worked working look looks looking find finds found show shows give take put set
  keep try tries tried help fix fixes fixed fixing add adds added adding change changes changed changing update updates updated write
  writes wrote written writing create creates created run runs ran running check checks checked read reads test tests tested testing
  start starts started stop stops implement explain describe list build builds remember recall remind decide decided decision agree
  agreed solve solved mend mended handle reason cause caused problem problems issue issues trouble question bug bugs error errors thing
  things way ways case cases time times day days week last first next new old good bad better best right wrong big small long short
  code file files function functions method class line lines name names value values part parts case kind type types number
  project app application program page user users people someone customer person team data text version step
  really actually maybe probably currently instead together anything something everything somebody everybody anyone
`);

/**
 * How much a word can say of what a prompt is about, before it is looked at how rare it is.
 *
 * @param word In lower case.
 * @returns From 0, nothing, to 1.
 */
export function meaning(word: string): number {
  if (EMPTY.has(word) || word.length < 2) return 0;
  return WEAK.has(word) || isNumber(word) ? 0.3 : 1;
}

/** A class such as `\p{N}` takes a fresh process 0.7 ms to compile, two of them 4 ms (2.9.6, measured): only where nothing else tells. */
function isNumber(word: string): boolean {
  return /^\d+$/.test(word) ||
    /[^ -~]/.test(word) && /^\p{N}+$/u.test(word);
}

/** Letters and digits, roughly: of other scripts, all but the blocks of punctuation and symbols. */
const WORD =
  /(?:[A-Za-z0-9\xaa-\u1fff\u2c00-\u2dff\u3005-\u3007\u3031-\ud7ff\uf900-\ufdff\ufe70-\ufefc\uff10-\uffdc]|[\ud840-\ud8bf][\udc00-\udfff])+/g;

/**
 * Whether any word of a prompt can say what it is about. Most of "go on" and "run the tests again" cannot.
 *
 * @param prompt The prompt.
 */
export function saysSomething(prompt: string): boolean {
  for (const [word] of prompt.matchAll(WORD)) {
    if (meaning(word.toLowerCase()) === 1) return true;
  }
  return false;
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
