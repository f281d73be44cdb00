import type { ItemKind } from '../commerce.ts'
import { GRAPE_VARIETIES } from './grape-varieties.ts'
import { BOTTLE_SIZE, COLORS, FOLLOWERS, NAMES, VINTAGE, WHOLE_NAMES } from './vocabulary.ts'

type Concept = keyof typeof NAMES
/** What a name says besides. */
type Sign = Concept | 'glass' | 'vintage'

/** How a source describes what is sold, where no type of its own says what it is. */
export interface ItemNames {
  readonly title: string | null
  /** the first that says something counts */
  readonly categories: readonly (string | null)[]
  /** what a type suggests that the source uses for several kinds; counts after the categories */
  readonly otherwise?: ItemKind | null | undefined
}

/** In lower case, without accents, apostrophes, and hyphens within words. */
const plainText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\p{M}'’·]/gu, '')
    .replace(/(?<=\p{L})-(?=\p{L})/gu, ' ')
    .toLowerCase()

const wordsIn = (plain: string): readonly string[] => plain.match(/[\p{L}\p{N}]+/gu) ?? []

const list = (names: string): readonly string[] => names.split(',').map((name) => wordsIn(plainText(name)).join(' '))

const withPlural = (name: string): readonly string[] => {
  if (name.endsWith('y')) return [name, `${name}s`, `${name.slice(0, -1)}ies`]
  return [name, /(?:s|x|z|ch|sh)$/.test(name) ? `${name}es` : `${name}s`]
}

const conceptsByName = (table: Partial<Record<Concept, string>>): ReadonlyMap<string, Concept> =>
  new Map(
    Object.entries(table).flatMap(([concept, names]) =>
      list(names).flatMap((name) => withPlural(name).map((one) => [one, concept as Concept] as const)),
    ),
  )

const CONCEPTS = conceptsByName({ ...NAMES, wine: `${NAMES.wine}, ${GRAPE_VARIETIES}` })
const WHOLE = conceptsByName(WHOLE_NAMES)

/** The names that begin with a word, longer ones first. */
const NAMES_FROM = Map.groupBy(
  [...CONCEPTS]
    .map(([name, concept]) => ({ name: name.split(' '), concept }))
    .sort((a, b) => b.name.length - a.name.length),
  ({ name: [first] }) => first,
)

/** Longer names first: what they name is not read again word by word. */
const conceptsIn = (words: readonly string[]): ReadonlySet<Concept> => {
  const whole = WHOLE.get(words.join(' '))
  const found = new Set(whole === undefined ? [] : [whole])
  for (let at = 0; at < words.length; at += 1) {
    const named = NAMES_FROM.get(words[at])?.find(({ name }) => name.every((word, index) => word === words[at + index]))
    if (named === undefined) continue
    found.add(named.concept)
    at += named.name.length - 1
  }
  return found
}

const oneOf = (names: string): string => list(names).flatMap(withPlural).join('|')

/** At the end of a name, before a mark or a number, or before a word that leaves it what it is. */
const HEAD = `(?= *(?:$|[^\\p{L} ]|(?:${oneOf(FOLLOWERS)})(?!\\p{L})))`

const PATTERNS: readonly (readonly [Sign, RegExp])[] = [
  ['wine', new RegExp(`\\bwines?${HEAD}|(?:^|[\\p{L}\\p{N}] )(?:${oneOf(COLORS)})${HEAD}`, 'u')],
  ['wine', BOTTLE_SIZE],
  ['vintage', VINTAGE],
  ['club_fee', /\bclubs?(?= *(?:$|[-–,(:]))/],
  ['glass', /\b(?:glass|[2-9] ?oz)(?= *(?:$|[-–,():\d]))/],
]

const signsIn = (text: string): ReadonlySet<Sign> => {
  const plain = plainText(text).trim()
  const patterns = PATTERNS.flatMap(([sign, pattern]) => (pattern.test(plain) ? [sign] : []))
  return new Set([...conceptsIn(wordsIn(plain)), ...patterns])
}

/** They are said of no bottle, although bottles are called after goods and food: `2018 Hat Trick Merlot`. The first counts. */
const NO_BOTTLE = ['gift_card', 'tasting', 'event', 'reservation', 'club_fee', 'shipping', 'served', 'other'] as const
const GOODS = ['merch', 'food'] as const
const ALL = [...NO_BOTTLE, ...GOODS, 'wine'] as const

/** A category of several kinds, such as `Food & Wine`, doesn't say which. */
const readCategory = (text: string): (typeof ALL)[number] | null => {
  const parts = text.split(/[&+/,>|]|\band\b/i).map(signsIn)
  const [sign = null, ...others] = new Set(parts.flatMap((signs) => ALL.find((one) => signs.has(one)) ?? []))
  return others.length === 0 ? sign : null
}

/**
 * The kind that names say. Gift cards first; then the title, where it names something else than wine, or a bottle by its vintage; then
 * the categories; then any other sign of wine in the title. Unknown names are `other`, never wine.
 */
export const toItemKind = ({ title, categories, otherwise = null }: ItemNames): ItemKind => {
  const signs = signsIn(title ?? '')
  const filed = categories.map((category) => (category === null ? null : readCategory(category)))
  const category = filed.find((sign) => sign !== null && sign !== 'served') ?? otherwise
  const isWine = signs.has('wine')
  const goods = GOODS.find((one) => signs.has(one))
  const isGlass = signs.has('glass') && goods === undefined && (isWine || category === 'wine')
  const said = filed.includes('gift_card') ? 'gift_card' : NO_BOTTLE.find((one) => signs.has(one))
  if (said !== undefined && said !== 'served') return said
  if (said === 'served' || isGlass || filed.includes('served')) return 'food'
  if (isWine && signs.has('vintage') && category !== 'tasting') return 'wine'
  return goods ?? category ?? (isWine || signs.has('vintage') ? 'wine' : 'other')
}

/** The first year in the name of a wine; null: none, or it is no wine. */
export const vintageIn = (title: string, kind: ItemKind): string | null =>
  kind === 'wine' ? (VINTAGE.exec(title)?.[0] ?? null) : null
