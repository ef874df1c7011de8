// Text as people type it who are looking for it: tournaments/rules/text.py::plain_text does the same.

const LETTERS = {
  ...Object.fromEntries(Array.from("łøđðħıŧŋəɨɓɗƙɔɛ", (letter, at) => [letter, "loddhitneibdkoe"[at]])),
  ...{ æ: "ae", œ: "oe", þ: "th", ß: "ss" },
};

export const plainText = (text) =>
  text
    .replace(/['‘’‚‛`´′‵ʹʻʼʽʾʿˈˊˋ՚׳＇ꞌ\p{Cf}]/gu, "")
    .replace(/\p{Pd}/gu, "-")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[łøđðħıŧŋəɨɓɗƙɔɛæœþß]/g, (letter) => LETTERS[letter])
    .split(/\s+/)
    .filter(Boolean)
    .join(" ");
