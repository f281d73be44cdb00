import type { CustomField } from '#domain/custom-fields.ts'
import { US_STATES } from '#domain/us-states.ts'
import { OWN_CODE_COLUMNS, ownCodeList } from '#semantic/catalog/own-codes.ts'
import { ENGLISH } from '../language/english.ts'
import {
  isCustomColumn,
  titleWords,
  VALUE_COLUMNS,
  type ValueIndex,
  valuePhrases,
  valuesByPhrase,
} from '../value-index.ts'
import { PhraseBook, type PhraseReading } from './phrase-book.ts'
import { type ColumnFilter, filterTag, type Tag } from './tag.ts'
import { buildVocabulary } from './vocabulary.ts'

const GRAINS = ['Year', 'Quarter', 'Month', 'Week', 'Day', 'Weekday'] as const

const AGGREGATION_WORDS = {
  Sum: ['total', 'sum of'],
  Avg: ['average', 'mean', 'avg'],
  Min: ['smallest', 'lowest', 'minimum'],
  Max: ['largest', 'highest', 'maximum'],
} as const

const measureWords = ({ key, label }: CustomField): (readonly [string, Tag])[] => {
  const all = (['Sum', 'Avg', 'Min', 'Max'] as const).flatMap((aggregation) =>
    AGGREGATION_WORDS[aggregation].map((word) => [`${word} ${label}`, aggregation] as const),
  )
  return [[label, 'Sum'] as const, ...all].map(([phrase, aggregation]) => [
    phrase,
    { kind: 'measure', ids: [key], aggregation },
  ])
}

const dateWords = ({ key, label }: CustomField): (readonly [string, Tag])[] => [
  [label, { kind: 'dimension', ids: [key] }],
  ...GRAINS.map((grain): readonly [string, Tag] => [
    `${label} ${grain.toLowerCase()}`,
    { kind: 'dimension', ids: [`${key}_${grain}`] },
  ]),
]

/** Phrases for the account's own fields: numbers and money are measures, everything else is grouped by. */
const customWords = (fields: readonly CustomField[]): (readonly [phrase: string, meaning: Tag])[] =>
  fields.flatMap((field) => {
    if (field.type === 'number' || field.type === 'money') return measureWords(field)
    if (field.type === 'date') return dateWords(field)
    return [[field.label, { kind: 'dimension', ids: [field.key] }] as const]
  })

/** Phrases and their readings, for one account. */
export interface Lexicon {
  /** readings in the vocabulary and in the account's data */
  find(phrase: string): readonly PhraseReading[]
  /** a state by its code in capitals */
  findState(code: string): Tag | null
  /** filters for a column's value by its name, which may be short or a word of the vocabulary; several spellings are several filters */
  findValues(columnId: string, phrase: string): readonly ColumnFilter[]
  /** number of words in the longest phrase */
  readonly longest: number
  /** every known word */
  readonly words: ReadonlySet<string>
  /** those of names in the account's data */
  readonly nameWords: ReadonlySet<string>
}

const VOCABULARY = buildVocabulary(ENGLISH)

/** A name of the account is less likely than a word of the vocabulary that reads the same. */
const OWN_COST = 0.6
const SHORT_COST = 0.4

const equal = (columnId: string, value: string): ColumnFilter => ({ ids: [columnId], comparison: 'Equal', value })

const YES_NO: readonly (readonly [words: readonly string[], comparison: ColumnFilter['comparison']])[] = [
  [['yes', 'true'], 'IsTrue'],
  [['no', 'false'], 'IsFalse'],
]

const yesNoFilters = (columnId: string): ReadonlyMap<string, readonly ColumnFilter[]> =>
  new Map(
    YES_NO.flatMap(([words, comparison]) =>
      words.map((word) => [word, [{ ids: [columnId], comparison, value: null }]] as const),
    ),
  )

/** Indexes the values of a column when a question first names it. */
const valueFinder = (values: ValueIndex, customFields: readonly CustomField[]): Lexicon['findValues'] => {
  const indexed = new Map<string, ReadonlyMap<string, readonly ColumnFilter[]>>()
  const indexOf = (columnId: string): ReadonlyMap<string, readonly ColumnFilter[]> => {
    const column = VALUE_COLUMNS.find((one) => one === columnId) ?? (isCustomColumn(columnId) ? columnId : null)
    if (column === null) return new Map()
    if (customFields.some(({ key, type }) => key === column && type === 'boolean')) return yesNoFilters(column)
    return new Map(
      [...valuesByPhrase(column, values)].map(([phrase, all]) => [phrase, all.map((value) => equal(column, value))]),
    )
  }
  return (columnId, phrase) => {
    const index = indexed.get(columnId) ?? indexOf(columnId)
    indexed.set(columnId, index)
    return index.get(phrase) ?? []
  }
}

/** "By channel" groups by the account's own channels where it has some; "web" stays all of web, own channels included. */
const preferOwnCodes = (tag: Tag, values: ValueIndex): Tag => {
  if (tag.kind !== 'dimension') return tag
  const ids = tag.ids.flatMap((id) => {
    const own = OWN_CODE_COLUMNS.find((columnId) => ownCodeList(columnId) === id)
    return own !== undefined && (values[own] ?? []).length > 0 ? [own, id] : [id]
  })
  return { ...tag, ids }
}

const ownPhrases = (values: ValueIndex, customFields: readonly CustomField[]): PhraseBook => {
  const book = new PhraseBook()
  for (const [phrase, tag] of customWords(customFields)) book.add(phrase, [tag])
  for (const { phrase, readings, isShort } of valuePhrases(values))
    for (const choices of readings) book.add(phrase, [{ kind: 'value', choices }], isShort ? SHORT_COST : 0)
  for (const [word, typed] of titleWords(values))
    book.add(word, [filterTag('productTitle', 'Contains', typed)], 1, false)
  return book
}

/** The last lexicon of each index of values, which a question and its retries share. */
const lexicons = new WeakMap<ValueIndex, { readonly fields: string; readonly lexicon: Lexicon }>()

const NO_FIELDS: readonly CustomField[] = []

/** The vocabulary joined with the values of an account. */
export const createLexicon = (values: ValueIndex, customFields: readonly CustomField[] = NO_FIELDS): Lexicon => {
  const last = lexicons.get(values)
  const fields = JSON.stringify(customFields)
  if (last?.fields === fields) return last.lexicon
  const lexicon = buildLexicon(values, customFields)
  lexicons.set(values, { fields, lexicon })
  return lexicon
}

const isTopic = ({ kind }: Tag): boolean => kind === 'unsupported'

const buildLexicon = (values: ValueIndex, customFields: readonly CustomField[]): Lexicon => {
  const own = ownPhrases(values, customFields)
  const find = (phrase: string): readonly PhraseReading[] => {
    const found = own.findInAnyNumber(phrase)
    // a campaign is no topic without data for an account with such a channel
    const known = VOCABULARY.find(phrase).filter(({ tags }) => found.length === 0 || !tags.some(isTopic))
    if (known.length === 0) return found
    const asOwn = found.map((one) => ({ ...one, cost: one.cost + OWN_COST }))
    return [...known.map((one) => ({ ...one, tags: one.tags.map((tag) => preferOwnCodes(tag, values)) })), ...asOwn]
  }
  return {
    find,
    findState: (code) => {
      const value = values.state?.find((state) => state === code || state === US_STATES[code])
      return value === undefined ? null : { kind: 'value', choices: [{ columnId: 'state', values: [value] }] }
    },
    findValues: valueFinder(values, customFields),
    longest: Math.max(VOCABULARY.longest, own.longest),
    words: new Set([...VOCABULARY.words, ...own.words]),
    nameWords: own.words,
  }
}
