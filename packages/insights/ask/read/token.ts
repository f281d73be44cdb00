/** A word, number, day or symbol in a question. */
export interface Token {
  /** lower case, without a possessive `'s` */
  readonly text: string
  /** as typed */
  readonly typed: string
  /** preceded by a comma, colon or similar */
  readonly isApart: boolean
}

const PIECES =
  /\d{4}-\d\d-\d\d|[$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|k\b|(?:st|nd|rd|th)\b)?|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*|\S/gu
const PUNCTUATION = /^[.,;:!?'"’‘“”()[\]/&–—-]$/u

const normalize = (typed: string): string => typed.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')

/** The words of a question in order. Characters that are neither word nor punctuation are kept, so that they count as unknown. */
export const tokenize = (question: string): Token[] => {
  const tokens: Token[] = []
  let isApart = false
  for (const [typed] of question.normalize('NFC').matchAll(PIECES)) {
    if (PUNCTUATION.test(typed)) isApart ||= typed !== '-' && typed !== '/'
    else {
      tokens.push({ text: normalize(typed), typed, isApart })
      isApart = false
    }
  }
  return tokens
}

/** Phrases that are written in one text, separated by commas. */
export const phraseList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
