import { DAY_WORDS } from '../language/days.ts'
import { isEnglish } from '../text/everyday-english.ts'
import type { KnownWords } from '../text/read-as.ts'
import { findCorrections } from '../text/spelling.ts'
import { normalizePhrase, phraseList } from '../text/token.ts'
import type { Lexicon } from './lexicon.ts'
import { COMPARE_VOCABULARY } from './read-compare.ts'
import { LIMIT_VOCABULARY } from './read-limit.ts'
import { RANK_VOCABULARY } from './read-rank.ts'
import type { Tag } from './tag.ts'

/** values of yes-or-no fields */
const YES_NO = ['yes', 'no', 'true', 'false']

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const GRAMMAR_WORDS: ReadonlySet<string> = new Set([
  ...YES_NO,
  ...Object.keys(DAY_WORDS.numbers),
  ...[...textsIn(DAY_WORDS), COMPARE_VOCABULARY, LIMIT_VOCABULARY, RANK_VOCABULARY].flatMap((text) =>
    phraseList(text).flatMap((phrase) => normalizePhrase(phrase).split(' ')),
  ),
])

/** Words that most questions are made of, and which a misspelled one is therefore likelier to be. */
const COMMON = new Set(
  phraseList(
    'sales, orders, order, customers, customer, members, member, guests, bottles, wine, wines, club, revenue, month, by, per, how, many, which, who, list, show, most, top, best, online, tasting, room, year, week, last, this, what, have, sold, show, average, product, channel, release, since, versus',
  ),
)

/** Words of nearly every question. */
const EVERYWHERE = new Set(
  phraseList(
    'sales, by, month, last, this, year, how, many, what, week, club, members, orders, customers, wine, bottles, tasting, room, who, the, of, in, today, much, did, we, do, show, list, which, from, were, was, is, are, on, for, and, to, vs, per, with, than, our, average, revenue, quarter, day, weekend, yesterday, top, most, where, why, when, have, over, channel, state, months, weeks, years, days, guests, best, new, rate, ship, live, people, more, less, first, two, three, between, since, bought, spent, total, signups, tips, hold, product, products, bottle, phone, web, online, share, percent, host, team, staff, refund, refunds, discount, discounts, release, releases, varietal, varietals, customer, order, member, stock, inventory, shipping, tax, tasted, visits, visitors, reservations, cancelled, joined, left',
  ),
)

/** Short forms, whose writers rarely misspell them. */
const SHORT_FORMS = new Set(
  phraseList(
    'mon, tue, tues, wed, weds, thu, thur, thurs, fri, sat, sun, jan, feb, mar, apr, jun, jul, aug, sep, sept, oct, nov, dec, mo, mos, wk, wks, yr, yrs, qtr, qtrs, yday, yest, tmrw, vday, xmas, nye, mlk, dow, tr, ly, mom, wow, yoy, qoq, pct, usd, eur, avg, btls, pax, ppl, rep, rev, aov, ltv, clv, cogs, sku, skus, excl, ex, min, max, x, n, v, max, pos, los, cab, cabs, zin, zins, chard, chards, haul, let, lost, div, dip, lose, tank, los, cases, bar, rose, pink, heads, comp, comps, haul, take, tee',
  ),
)

const COMMON_GAIN = 0.25
const EVERYWHERE_GAIN = 0.5
const SHORT_FORM_COST = 0.3

/** "form" for "from": a word that nobody would use here, and one slip away from a word of nearly every question. */
const SLIP = 1.1
const slips = new Map<string, boolean>()

const isSlip = (word: string): boolean => {
  const known = slips.get(word)
  if (known !== undefined) return known
  const found = findCorrections(word, EVERYWHERE, 1).some(({ distance }) => distance <= SLIP)
  if (slips.size < MOST_SLIPS) slips.set(word, found)
  return found
}
const MOST_SLIPS = 5000

const BROKEN_QUARTER = /^(.q[1-4]|q[1-4][a-z])$/
const NOT_A_WORD = /[^\p{L}]/u

const isFillerKey = (tag: Tag): boolean => tag.kind === 'key' && tag.key !== 'average'

/** A word that says nothing, so that reading another as it would drop what was asked. */
const isFiller = (lexicon: Lexicon, word: string): boolean => {
  if (GRAMMAR_WORDS.has(word)) return false
  const readings = lexicon.find(word)
  return (
    readings.length > 0 &&
    readings.every(({ tags }) => tags.every((tag) => tag.kind === 'stop' || tag.kind === 'verb' || isFillerKey(tag)))
  )
}

const NAMES: readonly string[] = ['teamMember', 'productTitle']

/** A word that is only in names of people or wines: what nearly reads the same may be somebody else. */
const isOnlyName = (lexicon: Lexicon, word: string): boolean => {
  const tags = lexicon.find(word).flatMap((reading) => reading.tags)
  const columns = tags.flatMap((tag) => {
    if (tag.kind === 'value') return tag.choices.map(({ columnId }) => columnId)
    return tag.kind === 'filter' ? tag.filters.flatMap(({ ids }) => ids) : ['']
  })
  return columns.length > 0 && columns.every((columnId) => NAMES.includes(columnId))
}

/** A slip of a key is none of these: an amount or a "no" would make it another question. */
const DECIDING: ReadonlySet<string> = new Set([
  ...Object.keys(DAY_WORDS.numbers),
  ...phraseList('dont, wont, no, non, less, minus, lost'),
])

const knownByLexicon = new WeakMap<Lexicon, KnownWords>()

/** The words that a question may be made of: those of the grammar, of the vocabulary and of the account's names. */
export const knownWords = (lexicon: Lexicon): KnownWords => {
  const known = knownByLexicon.get(lexicon) ?? collectWords(lexicon)
  knownByLexicon.set(lexicon, known)
  return known
}

const collectWords = (lexicon: Lexicon): KnownWords => {
  const words = new Set([...GRAMMAR_WORDS, ...lexicon.words].filter((word) => !NOT_A_WORD.test(word)))
  return {
    words,
    correctable: new Set(
      [...words].filter((word) => !DECIDING.has(word) && (GRAMMAR_WORDS.has(word) || !isOnlyName(lexicon, word))),
    ),
    isEnglish,
    common: [...COMMON],
    isCommon: (word) => GRAMMAR_WORDS.has(word) || COMMON.has(word),
    costOf: (word) => {
      if (EVERYWHERE.has(word)) return -EVERYWHERE_GAIN
      if (SHORT_FORMS.has(word)) return SHORT_FORM_COST
      return GRAMMAR_WORDS.has(word) || COMMON.has(word) ? -COMMON_GAIN : 0
    },
    isFiller: (word) => isFiller(lexicon, word),
    isKnown: ({ text }) =>
      (NOT_A_WORD.test(text) && !BROKEN_QUARTER.test(text)) ||
      (text.length > 1 && words.has(text)) ||
      (isEnglish(text) && !isSlip(text)) ||
      lexicon.find(text).length > 0 ||
      (text.length === 2 && lexicon.findState(text.toUpperCase()) !== null),
  }
}
