/** A word, number, day or symbol of a question. */
export interface Token {
  /** lower case, without a possessive `'s` */
  readonly text: string
  /** as it was typed */
  readonly typed: string
  /** a comma, colon or the like stands before it */
  readonly isApart: boolean
}

const PIECES =
  /\d{4}-\d\d-\d\d|[$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?:%|k\b|(?:st|nd|rd|th)\b)?|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*|\S/gu
const PUNCTUATION = /^[.,;:!?'"’‘“”()[\]/&–—-]$/u

const plain = (typed: string): string => typed.toLowerCase().replaceAll('’', "'").replace(/'s$/, '')

/** The words of a question in their order. What is neither word nor punctuation stays, so that it cannot go unnoticed. */
export const tokensOf = (question: string): Token[] => {
  const tokens: Token[] = []
  let isApart = false
  for (const [typed] of question.normalize('NFC').matchAll(PIECES)) {
    if (PUNCTUATION.test(typed)) isApart ||= typed !== '-' && typed !== '/'
    else {
      tokens.push({ text: plain(typed), typed, isApart })
      isApart = false
    }
  }
  return tokens
}
