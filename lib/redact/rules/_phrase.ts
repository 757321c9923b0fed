/** Words of sentences, messages and labels, of which a password hardly has one. */
const PROSE =
  " the is are was were be been must should can cannot could may will would not no and or but if when then than that this these those to for of with without in on at by from as into your you our my we it its they an enter type choose please use used using set see get new old current confirm repeat forgot forgotten reset change show hide required optional invalid valid incorrect wrong missing expired failed error empty weak strong short long least most min max minimum maximum length between characters chars letters digits number numbers string value field contain contains match matches mismatch user username account login log sign admin email name default example sample only same too none password passwords passphrase passphrases passcode passwd secret secrets token tokens key keys credential credentials passwort kennwort ";

/** Nothing longer is a password that somebody types. */
const LONGEST = 200;

/**
 * Whether a value of several words is a password, such as `correct horse 9!`, and not a sentence, a message or a label: it has words
 * that are none, or it has only words that no sentence needs.
 *
 * @param content The value without its quotes.
 */
export function isPhrase(content: string): boolean {
  if (content.length > LONGEST) return false;
  const words = content.trim().split(/\s+/);
  if (words.length < 2) return false;
  const prose = words.filter(isProse).length;
  const made = words.filter(isMade).length;
  if (made > 0 && made * 2 >= words.length - prose) return prose < 3;
  if (prose > 0) return false;
  // What begins with a capital and goes on with words, or has another script's letters, is a label.
  if (/[^\x20-\x7e]/.test(content)) return false;
  const isLabel = /^[A-Z][a-z]+(?: [A-Za-z]+)*$/.test(content);
  return !isLabel && !/[<>{}()[\]=|]|[:,.] /.test(content);
}

function isProse(word: string): boolean {
  const bare = word.toLowerCase().replace(/[^a-z]/g, "");
  return bare !== "" && PROSE.includes(` ${bare} `);
}

/** Digits inside of a word or letters between digits; but no version, name of an algorithm, or number with a unit. */
function isMade(word: string): boolean {
  if (/[<>{}()[\]=\/]/.test(word)) return false;
  if (/^(?:v?\d[\d.]*[a-z]*|[A-Za-z]{2,7}[-_]?\d{1,3}[.,:;]?)$/.test(word)) {
    return /^[A-Z][a-z]+\d{2,}$/.test(word);
  }
  return /[A-Za-z]/.test(word) && /\d/.test(word);
}
