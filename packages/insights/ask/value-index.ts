import { isCustomFieldKey } from '#domain/custom-fields.ts'
import { ownCodeList } from '#semantic/catalog/own-codes.ts'
import type { Limit } from './read/meaning.ts'
import { phraseList, tokenize } from './read/token.ts'

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
] as const
export type ValueColumn = (typeof VALUE_COLUMNS)[number]

/** Key of a custom field with texts, or a column of the account's own codes. */
export type CustomValueColumn = `custom_${string}` | `own${string}`

/** Values in an account's data by column. */
export type ValueIndex = Readonly<Partial<Record<ValueColumn | CustomValueColumn, readonly string[]>>>

export const isCustomColumn = (columnId: string): columnId is CustomValueColumn =>
  isCustomFieldKey(columnId) || ownCodeList(columnId) !== null

/** Columns in which a single word may stand for a value, if the word occurs in only one value of one of them. */
const SHORTENED: readonly ValueColumn[] = ['teamMember', 'clubName', 'varietal', 'brand']
const MIN_SHORT = 3

/** A text as it is found in a question: lower case, without punctuation. */
const phraseOf = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join(' ')

const limitOf = (column: ValueColumn | CustomValueColumn, value: string): Limit => ({
  ids: [column],
  comparison: 'Equal',
  value,
})

/** Names of the states by postal code: data contains one or the other. */
export const US_STATES: Readonly<Record<string, string>> = Object.fromEntries(
  phraseList(`
    AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
    DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
    KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
    MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
    NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
    SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
    WV West Virginia, WI Wisconsin, WY Wyoming`).map((state) => [state.slice(0, 2), state.slice(3)]),
)

/** A state's name for its code. */
const otherNames = (column: ValueColumn | CustomValueColumn, value: string): string[] => {
  if (column !== 'state') return []
  const name = US_STATES[value.toUpperCase()]
  return name === undefined ? [] : [name]
}

/** Two letters are often an ordinary word: a state's code is recognized by its name, or in capitals. */
const isTooShort = (phrase: string): boolean => phrase.length < MIN_SHORT

const shortWords = (values: ValueIndex): Map<string, Limit | null> => {
  const found = new Map<string, Limit | null>()
  for (const column of SHORTENED) {
    for (const value of values[column] ?? []) {
      const words = new Set(phraseOf(value).split(' '))
      if (words.size === 1) continue
      for (const word of words)
        if (!isTooShort(word) && !/^\d+$/.test(word)) found.set(word, found.has(word) ? null : limitOf(column, value))
    }
  }
  return found
}

/** Each phrase that names values of a column: one, or several in different spellings. */
export const limitsByPhrase = (
  column: ValueColumn | CustomValueColumn,
  values: ValueIndex,
): ReadonlyMap<string, readonly Limit[]> => {
  const named = (values[column] ?? []).flatMap((value) =>
    [value, ...otherNames(column, value)].map((name) => ({ phrase: phraseOf(name), limit: limitOf(column, value) })),
  )
  const byPhrase = Map.groupBy(named, ({ phrase }) => phrase)
  return new Map([...byPhrase].map(([phrase, found]) => [phrase, found.map(({ limit }) => limit)]))
}

/** Each phrase that names a value, with the columns that contain it. */
export const valuePhrases = (values: ValueIndex): Map<string, readonly Limit[]> => {
  const found = new Map<string, readonly Limit[]>()
  const add = (phrase: string, limit: Limit): void => {
    if (phrase === '' || isTooShort(phrase)) return
    found.set(phrase, [...(found.get(phrase) ?? []), limit])
  }
  for (const column of VALUE_COLUMNS) {
    for (const value of values[column] ?? [])
      for (const name of [value, ...otherNames(column, value)]) add(phraseOf(name), limitOf(column, value))
  }
  for (const column of Object.keys(values).filter(isCustomColumn)) {
    for (const [phrase, limits] of limitsByPhrase(column, values)) {
      const [limit, ...otherSpellings] = limits
      if (limit !== undefined && otherSpellings.length === 0) add(phrase, limit)
    }
  }
  for (const [word, limit] of shortWords(values)) if (limit !== null && !found.has(word)) found.set(word, [limit])
  return found
}
