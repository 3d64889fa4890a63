// Numbers and sums as people type them, read as the server reads them (kalooki_ref/typed_numbers.py).

const PLUS = /[＋﹢]/g;
const MINUS = /[\u2010-\u2013\u2212\ufe63\uff0d]/g;
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const plainNumber = (text) => text
  .replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
  .replace(PLUS, '+').replace(MINUS, '-').replace(UNSEEN, '');

// The value of a number or a sum, also of an unfinished one such as "10+"; null if the text is neither.
export const sum = (text) => {
  const parts = plainNumber(text).split('+').map((part) => part.trim().replace(/^-\s+/, '-')).filter(Boolean);
  return parts.length && parts.every((part) => /^-?\d+$/.test(part)) ? parts.reduce((all, part) => all + Number(part), 0) : null;
};
