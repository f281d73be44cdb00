import { codeOptions } from '#domain/code-labels.ts'
import { NOUN_NAMES } from '#domain/report-terms.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { FILTER_SYNONYMS, LOW_STOCK, VALUE_SYNONYMS } from '#semantic/catalog/value-synonyms.ts'
import { ENGLISH_PHRASES } from '../language/english-phrases.ts'
import { KEYS, type Language, STATES, VERBS } from '../language/language.ts'
import { phraseList } from '../text/token.ts'
import { PhraseBook } from './phrase-book.ts'
import { type ColumnFilter, type Tag, weekdayFilter } from './tag.ts'

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

/** "skip rate", "skip percent" */
const inPercent = (phrase: string): string[] => [...new Set([phrase, phrase.replace(/ rate$/, ' percent')])]

/** Every measure and dimension by its synonyms, and by its title unless the title is that of a noun. */
const addColumns = (book: PhraseBook, { columns }: Language): void => {
  for (const kind of ['measure', 'dimension'] as const) {
    const synonyms = idsByPhrase(kind, (column) => [
      ...phraseList(column.synonyms ?? ''),
      ...phraseList(columns[column.columnId] ?? ''),
    ])
    for (const [phrase, ids] of synonyms) for (const one of inPercent(phrase)) book.add(one, [{ kind, ids }])
    const titles = idsByPhrase(kind, (column) => (isNamed(column) ? [column.displayName] : []))
    for (const [phrase, ids] of titles) if (!book.has(phrase.toLowerCase())) book.add(phrase, [{ kind, ids }])
  }
}

const equals = (columnId: string, value: string): ColumnFilter => {
  if (value === 'true' || value === 'false')
    return { ids: [columnId], comparison: value === 'true' ? 'IsTrue' : 'IsFalse', value: null }
  return { ids: [columnId], comparison: 'Equal', value }
}

const CODE_COLUMNS = ['channel', 'deliveryMethod', 'itemKind', 'orderType', 'outcome', 'standing', 'dayPart'] as const

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

const SINGLE_WEEKDAY = 0.8

/** The words of a language for the catalog, the grammar and everything between. */
export const buildVocabulary = (language: Language): PhraseBook => {
  const book = new PhraseBook()
  for (const noun of NOUN_NAMES)
    for (const text of phraseList(language.nouns[noun] ?? ''))
      book.add(text, [{ kind: 'noun', noun, isPlural: text.endsWith('s') }])
  for (const text of ['wines', 'our wines']) book.add(text, [{ kind: 'filter', filters: [WINE] }, PRODUCT], 0, false)
  addColumns(book, language)
  for (const [texts, tags, cost] of ENGLISH_PHRASES)
    for (const text of phraseList(texts)) for (const one of inPercent(text)) book.add(one, tags, cost)
  for (const [grain, texts] of Object.entries(language.grains)) book.addAll(texts, [{ kind: 'grain', grain }])
  addValues(book, language)
  addStock(book)
  language.weekdays.forEach((text, index) => {
    const filter = weekdayFilter(index + 1)
    const phrases = phraseList(text)
    // "Saturday sales this year": without another range it is one day
    const single = phrases[0]?.replace(/s$/, '') ?? ''
    for (const phrase of [...phrases, `a ${single}`, `on a ${single}`]) book.add(phrase, [filter], 0, false)
    book.add(single, [filter], SINGLE_WEEKDAY, false)
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
