import { isCustomFieldKey } from '#domain/custom-fields.ts'
import { US_STATES } from '#domain/us-states.ts'
import { ownCodeList } from '#semantic/catalog/own-codes.ts'
import { NICKNAMES } from '#semantic/catalog/value-synonyms.ts'
import type { NamedValue } from './tag/tag.ts'
import { normalizePhrase, phraseList } from './text/token.ts'

/** The columns whose values may be named in a question, most likely first if several contain the same value. */
export const VALUE_COLUMNS = [
  'teamMember',
  'clubName',
  'varietal',
  'category',
  'brand',
  'state',
  'experience',
  'releaseName',
  'productTitle',
  'cancellationReason',
  'location',
  'salesLocation',
  'country',
  'customerGroup',
  'city',
] as const
export type ValueColumn = (typeof VALUE_COLUMNS)[number]

/** Key of a custom field with texts, or a column of the account's own codes. */
export type CustomValueColumn = `custom_${string}` | `own${string}`

/** Values in an account's data by column. */
export type ValueIndex = Readonly<Partial<Record<ValueColumn | CustomValueColumn, readonly string[]>>>

export const isCustomColumn = (columnId: string): columnId is CustomValueColumn =>
  isCustomFieldKey(columnId) || ownCodeList(columnId) !== null

/** Each varietal's name with what everybody calls it. */
const VARIETALS = Object.entries(NICKNAMES.varietal ?? {}).map(([varietal, nicknames]) =>
  [varietal, ...phraseList(nicknames)].map((name) => ` ${normalizePhrase(name)} `),
)

/** "2021 Oak Hollow Cab": a title with what everybody calls its varietal. */
const shortTitles = (title: string): readonly string[] => {
  const phrase = ` ${normalizePhrase(title)} `
  return VARIETALS.flatMap((names) => {
    const used = names.find((name) => phrase.includes(name))
    if (used === undefined) return []
    return names.filter((name) => name !== used).map((name) => phrase.replace(used, name).trim())
  })
}

const VINTAGE = /^(?:19|20)\d\d (?=\S)|(?<=\S) (?:19|20)\d\d$/

/** Titles by the wine's name: without its vintage it stands for all of them, with it on the other side for the one. */
const titlesByWine = (titles: readonly string[]): ReadonlyMap<string, readonly string[]> => {
  const named = titles.flatMap((title) => {
    const phrase = normalizePhrase(title).replace(/^the /, '')
    const vintage = VINTAGE.exec(phrase)?.[0].trim()
    if (vintage === undefined) return []
    const wine = phrase.replace(VINTAGE, '').replace(/^the /, '')
    return [wine, ...shortTitles(wine)].flatMap((name) =>
      [name, `${name} ${vintage}`, `${vintage} ${name}`].map((one) => ({ phrase: one, title })),
    )
  })
  const byPhrase = Map.groupBy(named, ({ phrase }) => phrase)
  return new Map([...byPhrase].map(([phrase, found]) => [phrase, [...new Set(found.map(({ title }) => title))]]))
}

/** Other names of a value: a state's name for its code, and what everybody calls a varietal. */
const otherNames = (column: ValueColumn | CustomValueColumn, value: string): readonly string[] => {
  if (column === 'state') return phraseList(US_STATES[value.toUpperCase()] ?? '')
  if (column === 'productTitle') return shortTitles(value)
  return phraseList(NICKNAMES[column]?.[value] ?? '')
}

/** Columns in which a single word may stand for a value. */
const SHORTENED: readonly ValueColumn[] = [
  'teamMember',
  'clubName',
  'varietal',
  'brand',
  'category',
  'experience',
  'releaseName',
  'location',
  'salesLocation',
]
const MIN_SHORT = 3
/** More values than this with one word are found by the word that they contain. */
const MAX_CHOICES = 4
/** "Red Wine", "Reserve Club": the word says what kind of name it is, and is in too many of them. */
const COMMON = new Set(
  phraseList('wine, wines, club, clubs, tasting, tour, flight, release, shipment, and, the, with, for, not, per, all'),
)

export interface ValuePhrase {
  readonly phrase: string
  /** the readings of the phrase, each of columns that hold the value */
  readonly readings: readonly (readonly NamedValue[])[]
  readonly isShort: boolean
}

const isWord = (word: string): boolean => word.length >= MIN_SHORT && !/^\d+$/.test(word) && !COMMON.has(word)

/** The values of a column by each word of their names. */
const byWord = (values: readonly string[]): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const value of values) {
    const words = new Set(normalizePhrase(value).split(' '))
    if (words.size > 1) for (const word of words) if (isWord(word)) found.set(word, [...(found.get(word) ?? []), value])
  }
  return found
}

/** Single words of names: each value is a reading. */
const shortPhrases = (values: ValueIndex): Map<string, NamedValue[]> => {
  const found = new Map<string, NamedValue[]>()
  for (const column of SHORTENED)
    for (const [word, named] of byWord(values[column] ?? [])) {
      if (named.length > MAX_CHOICES) continue
      found.set(word, [...(found.get(word) ?? []), ...named.map((value) => ({ columnId: column, values: [value] }))])
    }
  return found
}

/** Words of product titles that are in no other name. */
export const titleWords = (values: ValueIndex): Map<string, string> => {
  const others = shortPhrases(values)
  const words = new Map<string, string>()
  for (const title of values.productTitle ?? [])
    for (const typed of title.split(/[^\p{L}\p{M}\p{N}]+/u)) {
      const word = normalizePhrase(typed)
      if (isWord(word) && !others.has(word)) words.set(word, typed)
    }
  return words
}

/** Values of a column by the phrases that name them, in all their spellings. */
export const valuesByPhrase = (
  column: ValueColumn | CustomValueColumn,
  values: ValueIndex,
): ReadonlyMap<string, readonly string[]> => {
  const named = (values[column] ?? []).flatMap((value) =>
    [value, ...otherNames(column, value)].map((name) => ({ phrase: normalizePhrase(name), value })),
  )
  const byPhrase = Map.groupBy(named, ({ phrase }) => phrase)
  return new Map([...byPhrase].map(([phrase, found]) => [phrase, found.map(({ value }) => value)]))
}

/** Each phrase that names values of the account. */
export const valuePhrases = (values: ValueIndex): ValuePhrase[] => {
  const whole = new Map<string, NamedValue[]>()
  const add = (phrase: string, named: NamedValue): void => {
    if (phrase.length >= MIN_SHORT) whole.set(phrase, [...(whole.get(phrase) ?? []), named])
  }
  for (const column of VALUE_COLUMNS)
    for (const [phrase, all] of valuesByPhrase(column, values)) add(phrase, { columnId: column, values: all })
  for (const column of Object.keys(values).filter(isCustomColumn))
    for (const [phrase, all] of valuesByPhrase(column, values))
      if (all.length === 1) add(phrase, { columnId: column, values: all })
  for (const [phrase, titles] of titlesByWine(values.productTitle ?? []))
    if (!whole.has(phrase)) add(phrase, { columnId: 'productTitle', values: titles })
  const short = [...shortPhrases(values)].filter(([word]) => !whole.has(word))
  return [
    ...[...whole].map(([phrase, choices]) => ({ phrase, readings: [choices], isShort: false })),
    ...short.map(([phrase, choices]) => ({ phrase, readings: choices.map((one) => [one]), isShort: true })),
  ]
}
