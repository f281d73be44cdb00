import type { CustomField } from '#domain/custom-fields.ts'
import { REPORT_TYPES } from '#semantic/catalog/catalog.ts'
import type { Column } from '#semantic/catalog/column.ts'
import { OWN_CODE_COLUMNS, ownCodeList } from '#semantic/catalog/own-codes.ts'
import { KEYWORDS, type Limit, type Meaning } from './read/meaning.ts'
import { phraseList, tokenize } from './read/token.ts'
import type { ValueIndex } from './value-index.ts'
import { isCustomColumn, limitsByPhrase, US_STATES, VALUE_COLUMNS, valuePhrases } from './value-index.ts'
import { customWords } from './words/custom-phrases.ts'
import { ENTITIES, type EntityName } from './words/entities.ts'
import { GRAIN_WORDS, KEYWORD_PHRASES, STOP_PHRASES, STOP_WORDS, UNSUPPORTED_PHRASES } from './words/keywords.ts'
import { LIMIT_WORDS, WEEKDAY_WORDS } from './words/limits.ts'

/** Phrases and their meanings. */
export interface Lexicon {
  /** the vocabulary's meaning of a phrase, else the account data's; singular or plural */
  find(phrase: string): readonly Meaning[] | null
  /** a state by its code in capitals */
  findState(code: string): readonly Meaning[] | null
  /** limits to a column's value by its name, which may be short or a word of the vocabulary; several spellings are several limits */
  findValues(columnId: string, phrase: string): readonly Limit[]
  /** number of words in the longest phrase */
  readonly longest: number
  /** every known word */
  readonly words: ReadonlySet<string>
}

type Phrases = Map<string, readonly Meaning[]>

/** A phrase normalized like tokens: lower case, without punctuation. */
const phraseOf = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join(' ')

const singular = (word: string): string => {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

const toSingular = (phrase: string): string => phrase.split(' ').map(singular).join(' ')

const add = (phrases: Phrases, text: string, meanings: readonly Meaning[]): void => {
  const phrase = phraseOf(text)
  if (!phrases.has(phrase)) phrases.set(phrase, meanings)
}

const isEntity = (name: string): name is EntityName => Object.hasOwn(ENTITIES, name)

const addEntities = (phrases: Phrases): void => {
  for (const [name, { words }] of Object.entries(ENTITIES)) {
    if (!isEntity(name)) continue
    for (const word of phraseList(words))
      add(phrases, word, [{ kind: 'entity', entity: name, isPlural: word.endsWith('s') }])
  }
  const wine: Limit = { ids: ['itemKind'], comparison: 'Equal', value: 'wine' }
  add(phrases, 'wines', [
    { kind: 'limit', limit: wine },
    { kind: 'entity', entity: 'product', isPlural: true },
  ])
}

const CLUB_MEASURES =
  'sales, net sales, revenue, orders, order, bottles, discounts, refunds, average order, aov, average order value'

/** "club cancellations", "wine club members": "club" selects the entity, and for sales the channel. */
const addClubPhrases = (phrases: Phrases): void => {
  const channel: Meaning = { kind: 'limit', limit: { ids: ['channel'], comparison: 'Equal', value: 'club' } }
  const memberEntities: readonly EntityName[] = ['member', 'signup', 'cancellation', 'hold', 'release', 'onHoldMember']
  for (const lead of ['club', 'wine club']) {
    for (const entity of memberEntities)
      for (const word of phraseList(ENTITIES[entity].words))
        add(phrases, `${lead} ${word}`, [{ kind: 'entity', entity, isPlural: word.endsWith('s') }])
    for (const word of phraseList('attrition, attrition rate, churn, churn rate, tenure'))
      add(phrases, `${lead} ${word}`, phrases.get(word) ?? [])
    for (const word of phraseList(CLUB_MEASURES))
      add(phrases, `${lead} ${word}`, [channel, ...(phrases.get(word) ?? [])])
  }
}

/** The synonyms of the catalog's columns; a phrase may name columns of several report types. */
const addSynonyms = (phrases: Phrases, kind: Column['kind']): void => {
  const idsByPhrase = new Map<string, Set<string>>()
  for (const column of REPORT_TYPES.flatMap(({ columns }) => columns))
    if (column.kind === kind)
      for (const phrase of phraseList(column.synonyms ?? ''))
        idsByPhrase.set(phrase, (idsByPhrase.get(phrase) ?? new Set()).add(column.columnId))
  for (const [phrase, ids] of idsByPhrase) add(phrases, phrase, [{ kind, ids: [...ids] }])
}

/** Every measure and plain dimension can be named by its catalog title. */
const addCatalog = (phrases: Phrases): void => {
  for (const column of REPORT_TYPES.flatMap(({ columns }) => columns)) {
    if (column.kind === 'measure') add(phrases, column.displayName, [{ kind: 'measure', ids: [column.columnId] }])
    else if (column.type === 'enum' || column.type === 'text')
      add(phrases, column.displayName, [{ kind: 'dimension', ids: [column.columnId] }])
  }
}

const vocabulary = (): Phrases => {
  const phrases: Phrases = new Map()
  addSynonyms(phrases, 'measure')
  addEntities(phrases)
  for (const [grain, words] of Object.entries(GRAIN_WORDS))
    for (const word of phraseList(words)) add(phrases, word, [{ kind: 'grain', grain }])
  addSynonyms(phrases, 'dimension')
  for (const [words, limits] of LIMIT_WORDS)
    for (const word of phraseList(words))
      add(
        phrases,
        word,
        limits.map((limit): Meaning => ({ kind: 'limit', limit })),
      )
  WEEKDAY_WORDS.forEach((word, place) => {
    const limit: Limit = { ids: ['orderWeekday', 'reservationWeekday'], comparison: 'Equal', value: place + 1 }
    phrases.set(word, [{ kind: 'limit', limit }])
  })
  for (const keyword of KEYWORDS)
    for (const word of phraseList(KEYWORD_PHRASES[keyword])) add(phrases, word, [{ kind: 'keyword', keyword }])
  addClubPhrases(phrases)
  for (const word of phraseList(UNSUPPORTED_PHRASES)) add(phrases, word, [])
  for (const word of [...phraseList(STOP_PHRASES), ...STOP_WORDS]) add(phrases, word, [{ kind: 'stopWord' }])
  addCatalog(phrases)
  return phrases
}

const VOCABULARY = vocabulary()

/** Weekdays count as dimensions in the plural only: "Saturday" may mean one day. */
const WEEKDAYS = new Set<string>(WEEKDAY_WORDS)

const indexBySingular = (phrases: Phrases): Phrases => {
  const found: Phrases = new Map()
  for (const [phrase, meanings] of phrases) {
    if (!WEEKDAYS.has(phrase) && !found.has(toSingular(phrase))) found.set(toSingular(phrase), meanings)
  }
  return found
}

const SINGULAR_VOCABULARY = indexBySingular(VOCABULARY)

const YES_NO: readonly (readonly [words: readonly string[], comparison: Limit['comparison']])[] = [
  [['yes', 'true'], 'IsTrue'],
  [['no', 'false'], 'IsFalse'],
]

const yesNoLimits = (columnId: string): ReadonlyMap<string, readonly Limit[]> =>
  new Map(
    YES_NO.flatMap(([words, comparison]) =>
      words.map((word) => [word, [{ ids: [columnId], comparison, value: null }]] as const),
    ),
  )

/** Indexes the values of a column when a question first names it. */
const valueFinder = (values: ValueIndex, customFields: readonly CustomField[]): Lexicon['findValues'] => {
  const indexed = new Map<string, ReadonlyMap<string, readonly Limit[]>>()
  const indexOf = (columnId: string): ReadonlyMap<string, readonly Limit[]> => {
    const column = VALUE_COLUMNS.find((one) => one === columnId) ?? (isCustomColumn(columnId) ? columnId : null)
    if (column === null) return new Map()
    const isYesNo = customFields.some(({ key, type }) => key === column && type === 'boolean')
    return isYesNo ? yesNoLimits(column) : limitsByPhrase(column, values)
  }
  return (columnId, phrase) => {
    const index = indexed.get(columnId) ?? indexOf(columnId)
    indexed.set(columnId, index)
    return index.get(phrase) ?? []
  }
}

/** "By channel" groups by the account's own channels where it has some; "web" stays all of web, own channels included. */
const preferOwnCodes = (meaning: Meaning, values: ValueIndex): Meaning => {
  if (meaning.kind !== 'dimension') return meaning
  const ids = meaning.ids.flatMap((id) => {
    const own = OWN_CODE_COLUMNS.find((columnId) => ownCodeList(columnId) === id)
    return own !== undefined && (values[own] ?? []).length > 0 ? [own, id] : [id]
  })
  return { ...meaning, ids }
}

/** The vocabulary joined with the values of an account. If both know a phrase, the vocabulary wins. */
export const buildLexicon = (values: ValueIndex, customFields: readonly CustomField[] = []): Lexicon => {
  const own: Phrases = new Map()
  for (const [phrase, meaning] of customWords(customFields)) add(own, phrase, [meaning])
  for (const [phrase, limits] of valuePhrases(values)) add(own, phrase, [{ kind: 'value', limits }])
  const all = [...VOCABULARY.keys(), ...own.keys()]
  const find = (phrase: string) =>
    VOCABULARY.get(phrase) ?? own.get(phrase) ?? SINGULAR_VOCABULARY.get(toSingular(phrase)) ?? null
  return {
    find: (phrase) => find(phrase)?.map((meaning) => preferOwnCodes(meaning, values)) ?? null,
    findState: (code) => {
      const value = values.state?.find((state) => state === code || state === US_STATES[code])
      return value === undefined ? null : [{ kind: 'value', limits: [{ ids: ['state'], comparison: 'Equal', value }] }]
    },
    findValues: valueFinder(values, customFields),
    longest: all.reduce((most, phrase) => Math.max(most, phrase.split(' ').length), 1),
    words: new Set(all.flatMap((phrase) => phrase.split(' '))),
  }
}
