import { lookupTable } from '#domain/lookup-table.ts'

/** A word, number, day or symbol in a question. */
export interface Token {
  /** lower case, without accents, apostrophes and a possessive `'s` */
  readonly text: string
  /** as typed */
  readonly typed: string
  /** preceded by a comma, colon or similar */
  readonly isApart: boolean
}

/** A question with more words is none that can be answered. */
export const MOST_WORDS = 60

const PIECES =
  /\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])|[$€£]?\d+(?:,\d{3})*(?:\.\d+)?(?:%| ?(?:k|m|million|thousand|grand)\b|(?:st|nd|rd|th)\b)?|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*|\S/giu
const PUNCTUATION = /^[.,;:!?¿¡'"’‘“”()[\]&–—-]$/u

/** How people on a phone write words; abbreviations that a column or period has of its own are in its vocabulary. */
const SHORT: Readonly<Record<string, string>> = lookupTable({
  $: 'dollars',
  '%': 'percent',
  pct: 'percent',
  avg: 'average',
  w: 'with',
  wk: 'week',
  wks: 'weeks',
  yr: 'year',
  yrs: 'years',
  qtr: 'quarter',
  qtrs: 'quarters',
  mo: 'month',
  wknd: 'weekend',
  wknds: 'weekends',
  wkend: 'weekend',
  wkends: 'weekends',
  rm: 'room',
  cuz: 'because',
  bday: 'birthday',
  bdays: 'birthdays',
  mbr: 'member',
  mbrs: 'members',
  til: 'until',
  incl: 'including',
  resos: 'reservations',
})

/** "w/o" and "w/" */
const WITHOUT = /\bw\/o(?:ut)?\b/gi
const WITH = /\bw\//gi

/** "who've", "we'll" */
const CONTRACTED = /(\p{L})['’](ve|ll)\b/giu
const ENDINGS: Readonly<Record<string, string>> = lookupTable({ ve: ' have', ll: ' will' })

const inFull = (text: string): string => SHORT[text] ?? text

/** Lower case without accents and apostrophes: "Rosé" and "rose" are one word, and so are "haven't" and "havent". */
const normalize = (typed: string): string =>
  typed
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replace(/'s$/, '')
    .replaceAll("'", '')
    .replace(/(?<=\d) ?(k|m|million|thousand|grand)$/, (_, unit: string) => (unit.startsWith('m') ? 'm' : 'k'))

/** The words of a question in order. Characters that are neither word nor punctuation are kept, so that they count as unknown. */
export const tokenize = (question: string): Token[] => {
  const tokens: Token[] = []
  let isApart = false
  const text = question
    .normalize('NFC')
    .replace(WITHOUT, 'without')
    .replace(WITH, 'with ')
    .replace(CONTRACTED, (_, letter: string, ending: string) => letter + (ENDINGS[ending.toLowerCase()] ?? ''))
  for (const [typed] of text.matchAll(PIECES)) {
    if (PUNCTUATION.test(typed)) isApart ||= !['-', '&', '.'].includes(typed)
    else {
      tokens.push({ text: inFull(normalize(typed)), typed, isApart })
      isApart = false
    }
  }
  return tokens
}

/** A phrase as it is found in a question. */
export const normalizePhrase = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join(' ')

/** Phrases that are written in one text, separated by commas. */
export const phraseList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
