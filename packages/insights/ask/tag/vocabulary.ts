import { codeOptions } from '#domain/code-labels.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { FILTER_SYNONYMS, LOW_STOCK, VALUE_SYNONYMS } from '#semantic/catalog/value-synonyms.ts'
import { ENGLISH_PHRASES } from '../language/english-phrases.ts'
import { KEYS, type Language, STATES, VERBS } from '../language/language.ts'
import { NOUN_NAMES } from '../language/nouns.ts'
import { phraseList } from '../text/token.ts'
import { PhraseBook } from './phrase-book.ts'
import type { ColumnFilter, Tag } from './tag.ts'

const COLUMNS = REPORT_TYPES.flatMap(({ columns }) => columns)

const idsByPhrase = (kind: Column['kind'], phrasesOf: (column: Column) => readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const column of COLUMNS) {
    if (column.kind !== kind) continue
    for (const phrase of phrasesOf(column)) {
      const ids = found.get(phrase) ?? []
      found.set(phrase, ids.includes(column.columnId) ? ids : [...ids, column.columnId])
    }
  }
  return found
}

/** Not by "month", which is the month of the records' date. */
const UNNAMED = ['asOfMonth', 'total', 'customerCount']

const isNamed = (column: Column): boolean =>
  !UNNAMED.includes(column.columnId) &&
  (column.kind === 'measure' || column.type === 'enum' || column.type === 'text' || column.type === 'integer')

/** Every measure and dimension by its synonyms, and by its title unless the title is that of a noun. */
const addColumns = (book: PhraseBook, { columns }: Language): void => {
  for (const kind of ['measure', 'dimension'] as const) {
    const synonyms = idsByPhrase(kind, (column) => [
      ...phraseList(column.synonyms ?? ''),
      ...phraseList(columns[column.columnId] ?? ''),
    ])
    for (const [phrase, ids] of synonyms) book.add(phrase, [{ kind, ids }])
    const titles = idsByPhrase(kind, (column) => (isNamed(column) ? [column.displayName] : []))
    for (const [phrase, ids] of titles) if (!book.has(phrase.toLowerCase())) book.add(phrase, [{ kind, ids }])
  }
}

const equals = (columnId: string, value: string): ColumnFilter => {
  if (value === 'true' || value === 'false')
    return { ids: [columnId], comparison: value === 'true' ? 'IsTrue' : 'IsFalse', value: null }
  return { ids: [columnId], comparison: 'Equal', value }
}

const CODE_COLUMNS = ['channel', 'deliveryMethod', 'itemKind', 'orderType', 'outcome', 'standing'] as const

const addValues = (book: PhraseBook, { values }: Language): void => {
  for (const source of [VALUE_SYNONYMS, values])
    for (const [columnId, codes] of Object.entries(source))
      for (const [code, texts] of Object.entries(codes))
        book.addAll(texts, [{ kind: 'filter', filters: [equals(columnId, code)] }])
  for (const columnId of CODE_COLUMNS)
    for (const { value, label } of codeOptions('Orders', columnId))
      if (value !== 'other' && !book.has(label.toLowerCase()))
        book.add(label, [{ kind: 'filter', filters: [equals(columnId, value)] }], 0.5)
  for (const [texts, filters] of FILTER_SYNONYMS) book.addAll(texts, [{ kind: 'filter', filters }])
}

const PRODUCT: Tag = { kind: 'noun', noun: 'product', isPlural: true }

const addStock = (book: PhraseBook): void => {
  const { weeks, phrases, outPhrases } = LOW_STOCK
  book.addAll(phrases, [
    PRODUCT,
    { kind: 'measure', ids: ['weeksOnHand'] },
    { kind: 'limit', comparison: 'LessThan', value: weeks, unit: null },
    { kind: 'rank', count: null, direction: 'asc', of: 'amount' },
  ])
  book.addAll(outPhrases, [
    PRODUCT,
    { kind: 'measure', ids: ['available'] },
    { kind: 'limit', comparison: 'LessThanOrEqual', value: 0, unit: null },
  ])
}

const WINE: ColumnFilter = { ids: ['itemKind'], comparison: 'Equal', value: 'wine' }

const BOTTLES_PER_CASE = 12
const SINGLE_WEEKDAY = 0.8

/** The words of a language for the catalog, the grammar and everything between. */
export const buildVocabulary = (language: Language): PhraseBook => {
  const book = new PhraseBook()
  for (const noun of NOUN_NAMES)
    for (const text of phraseList(language.nouns[noun] ?? ''))
      book.add(text, [{ kind: 'noun', noun, isPlural: text.endsWith('s') }])
  for (const text of ['wines', 'our wines']) book.add(text, [{ kind: 'filter', filters: [WINE] }, PRODUCT], 0, false)
  book.addAll('by wine, per wine, by each wine, for each wine, each wine, by bottling, by label, wine by wine', [
    { kind: 'key', key: 'by' },
    { kind: 'filter', filters: [WINE] },
    PRODUCT,
  ])
  addColumns(book, language)
  for (const [texts, tags] of ENGLISH_PHRASES) book.addAll(texts, tags)
  for (const [grain, texts] of Object.entries(language.grains)) book.addAll(texts, [{ kind: 'grain', grain }])
  addValues(book, language)
  addStock(book)
  book.addAll('cases, case, cases sold, 12 packs, case sales, nine liter cases', [
    { kind: 'measure', ids: ['unitsSold'], per: BOTTLES_PER_CASE },
  ])
  book.addAll(
    'discount rate, discount percentage, discount percent, average discount rate, average discount percentage',
    [{ kind: 'measure', ids: ['discount', 'lineDiscount'], over: ['subtotal', 'netSales'] }],
  )
  book.addAll(
    `net member growth, member growth, net members, net change in members, net new members, growth in members,
    gaining or losing members, gaining members or losing members, club growth, membership growth, net growth`,
    [
      { kind: 'noun', noun: 'signup', isPlural: true },
      { kind: 'key', key: 'and' },
      { kind: 'noun', noun: 'cancellation', isPlural: true },
    ],
  )
  book.addAll(
    `refund amount, refund amounts, refund dollars, refunded amount, dollars refunded, amount refunded, value of refunds,
    money refunded`,
    [
      { kind: 'filter', filters: [{ ids: ['isRefund'], comparison: 'IsTrue', value: null }] },
      { kind: 'measure', ids: ['netSales'] },
    ],
  )
  book.addAll('party size, average party size, group size, average group size, size of parties', [
    { kind: 'measure', ids: ['guests'], over: ['reservationCount'] },
  ])
  book.addAll('price per bottle, average price per bottle, average bottle price, bottle price, average selling price', [
    { kind: 'measure', ids: ['netSales'], over: ['unitsSold'] },
  ])
  book.addAll('spend per order, spent per order, spend per transaction, spend per purchase, spend per ticket', [
    { kind: 'measure', ids: ['averageOrder'] },
  ])
  book.addAll('average lifetime of a member, average lifetime of members, member lifetime, lifetime of a member', [
    { kind: 'measure', ids: ['tenureDays'] },
  ])
  book.addAll(
    `when will we run out of, when do we run out of, when will we be out of, how long will we have, how long until we run out of,
    how many weeks of stock do we have of, how many weeks are left of`,
    [{ kind: 'measure', ids: ['weeksOnHand'] }],
  )
  book.addAll(
    'arent moving, isnt moving, not moving, arent selling, isnt selling, not selling, dont sell, doesnt sell',
    [
      { kind: 'rank', count: null, direction: 'asc', of: 'subject' },
      { kind: 'measure', ids: ['unitsSold'] },
    ],
  )
  book.addAll(
    `been a member the longest, been members the longest, been in the club the longest, been with us the longest,
    longest members, most loyal members, longest memberships, stayed the longest, been around the longest`,
    [
      { kind: 'noun', noun: 'member', isPlural: true },
      { kind: 'rank', count: null, direction: 'asc', of: 'date' },
    ],
  )
  book.addAll('busier', [
    { kind: 'key', key: 'comparative' },
    { kind: 'measure', ids: ['guests'] },
  ])
  book.addAll('still members, still a member, still active, still in the club, still club members, are still members', [
    { kind: 'filter', filters: [{ ids: ['status'], comparison: 'NotEqual', value: 'cancelled' }] },
  ])
  book.addAll(
    `my people, our people, my staff, our staff, my team, our team, the team, the staff, my employees, our employees, of my people,
    of our people, of my staff, of our staff, of my team, of our team, staff members, team`,
    [{ kind: 'dimension', ids: ['teamMember'] }],
  )
  book.addAll(
    'weekdays',
    [{ kind: 'filter', filters: [{ ids: ['isWeekend'], comparison: 'IsFalse', value: null }] }],
    0.5,
  )
  book.addAll(
    'free shipping, no shipping charge, shipped free, shipping was free, free delivery, free ground shipping',
    [
      { kind: 'filter', filters: [{ ids: ['deliveryMethod'], comparison: 'Equal', value: 'ship' }] },
      { kind: 'limit', comparison: 'LessThanOrEqual', value: 0, unit: null },
      { kind: 'measure', ids: ['shipping'] },
    ],
  )
  book.addAll('tippers, tipper', [
    { kind: 'noun', noun: 'customer', isPlural: true },
    { kind: 'measure', ids: ['tip'] },
  ])
  language.weekdays.forEach((text, place) => {
    const filter: ColumnFilter = { ids: ['orderWeekday', 'reservationWeekday'], comparison: 'Equal', value: place + 1 }
    const phrases = phraseList(text)
    for (const phrase of phrases) book.add(phrase, [{ kind: 'filter', filters: [filter] }], 0, false)
    // "Saturday sales this year": without another range it is one day
    const single = phrases[0]?.replace(/s$/, '') ?? ''
    book.add(single, [{ kind: 'filter', filters: [filter] }], SINGLE_WEEKDAY, false)
  })
  for (const state of STATES) book.addAll(language.states[state], [{ kind: 'state', state }])
  for (const verb of VERBS) book.addAll(language.verbs[verb], [{ kind: 'verb', verb }])
  for (const key of KEYS)
    for (const text of phraseList(language.keys[key])) book.add(text, [{ kind: 'key', key }], 0, false)
  for (const [text, ids] of language.ambiguous)
    for (const phrase of phraseList(text)) for (const id of ids) book.add(phrase, [{ kind: 'measure', ids: [id] }])
  for (const [texts, reason] of language.unsupported)
    for (const text of phraseList(texts)) book.add(text, [{ kind: 'unsupported', reason }], -1)
  for (const text of phraseList(language.stopWords)) book.add(text, [{ kind: 'stop' }], 0, false)
  return book
}
