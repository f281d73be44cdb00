import type { ItemKind } from '#domain/commerce.ts'

/** A size of a product, or the product itself. */
export interface WinerySize {
  readonly sku: string
  /** null: the only one */
  readonly name: string | null
  cents: number
}

export interface WineryProduct {
  readonly title: string
  readonly kind: ItemKind
  readonly category: string | null
  readonly brand: string | null
  readonly vintage: string | null
  readonly varietal: string | null
  /** cents; 0: not entered */
  readonly cost: number
  readonly sizes: readonly WinerySize[]
}

const PLAIN = { brand: null, vintage: null, varietal: null, cost: 0 }

const one = (sku: string, cents: number): WinerySize[] => [{ sku, name: null, cents }]

/** What the winery sells: wines with and without sizes, a category, a brand or a varietal, and something of every other kind. */
const PRODUCTS = {
  pinot: {
    ...PLAIN,
    title: '2021 Estate Pinot Noir',
    kind: 'wine',
    category: 'Red Wines',
    brand: 'Larkmoor',
    vintage: '2021',
    cost: 1150,
    sizes: [
      { sku: 'PN21', name: '750 ml', cents: 4200 },
      { sku: 'PN21-MAG', name: 'Magnum', cents: 9800 },
    ],
  },
  chardonnay: {
    ...PLAIN,
    title: 'Old Vine Chardonnay',
    kind: 'wine',
    category: 'White Wines',
    brand: 'Larkmoor Reserve',
    vintage: '2022',
    varietal: 'Chardonnay',
    cost: 900,
    sizes: one('CH22', 3350),
  },
  rose: {
    ...PLAIN,
    title: 'Rosé <"Été"> & Friends 2023',
    kind: 'wine',
    category: null,
    vintage: '2023',
    sizes: one('ROSE', 2499),
  },
  cap: { ...PLAIN, title: 'Canvas Cap', kind: 'merch', category: 'Apparel', cost: 700, sizes: one('CAP', 2800) },
  tasting: {
    ...PLAIN,
    title: 'Cellar Tasting for Two',
    kind: 'tasting',
    category: 'Experiences',
    sizes: one('TASTE2', 7000),
  },
  oil: {
    ...PLAIN,
    title: 'Olive Oil',
    kind: 'food',
    category: null,
    brand: 'Larkmoor',
    cost: 650,
    sizes: one('OIL', 2200),
  },
  supper: { ...PLAIN, title: 'Harvest Supper', kind: 'event', category: 'Events', sizes: one('SUPPER', 12_500) },
  giftCard: { ...PLAIN, title: 'Gift Card', kind: 'gift_card', category: null, sizes: one('GIFT', 10_000) },
  club: { ...PLAIN, title: 'Estate Club', kind: 'club_fee', category: 'Wine Club', sizes: one('CLUB', 12_000) },
} as const satisfies Readonly<Record<string, WineryProduct>>

/** A product with IDs of its own and of its sizes. */
export interface StockedProduct extends WineryProduct {
  readonly id: number
  modified: number
  readonly sizes: readonly (WinerySize & { readonly id: number })[]
}

/** Products of one account, numbered from `first`; a product with one size has the ID of that size. */
export const stockProducts = (
  names: readonly (keyof typeof PRODUCTS)[],
  { first, firstSize, modified }: { first: number; firstSize: number; modified: number },
): StockedProduct[] => {
  let size = firstSize - 1
  const numbered = (of: WinerySize) => {
    size += 1
    return { ...of, id: size }
  }
  return names.map((name, index) => ({
    ...PRODUCTS[name],
    id: first + index,
    modified,
    sizes: PRODUCTS[name].sizes.map(numbered),
  }))
}

export const formatTitle = ({ title }: Pick<WineryProduct, 'title'>, { name }: Pick<WinerySize, 'name'>): string =>
  name === null ? title : `${title} - ${name}`

/** What a product and its lines have in common. */
export const productColumns = ({ category, brand, vintage, varietal, kind }: WineryProduct) => ({
  category,
  brand,
  vintage,
  varietal,
  item_kind: kind,
})

export const at = <T>(items: readonly T[], index: number): T => items[Math.floor(index) % items.length] as T

const FIRST = ['Ada', 'Jonas', 'Mei', 'Zoë', 'Omar', 'Finn', 'Gia', 'Hal', 'Ida', 'Jon']
const LAST = ['Keller', "O'Neil", 'Moreau']

export const personName = (index: number) => ({ first: at(FIRST, index), last: at(LAST, index) })

/** A line as it is entered; the discount is of the whole line. */
export interface WineryLine<Article> {
  readonly article: Article
  readonly quantity: number
  /** cents */
  readonly unit: number
  readonly discount: number
}

/** Lines of the order with that number: one to three articles, all reduced in every fourth order, and some in another fourth. */
export const orderLines = <Article>(
  index: number,
  articles: readonly (Article & { readonly size: WinerySize })[],
  count = 1 + (index % 3),
): WineryLine<Article>[] =>
  Array.from({ length: count }, (_, number) => {
    const article = at(articles, index * 3 + number * 2)
    const [quantity, unit] = [1 + ((index + number) % 6), article.size.cents]
    return { article, quantity, unit, discount: discountFor(index, number, unit * quantity) }
  })

const discountFor = (index: number, number: number, cents: number): number =>
  index % 4 === 1 || (index % 4 === 3 && number % 2 === 1) ? Math.round((cents * (number + 5)) / 100) : 0

/** What a line comes to, in cents. `ex` and `inc`: without and with tax, before discounts; `netEx` and `netInc`: after them. */
export const lineCents = ({ quantity, unit, discount }: Omit<WineryLine<unknown>, 'article'>, percent: number) => {
  const withTax = (cents: number): number => cents + Math.round((cents * percent) / 100)
  const ex = quantity * unit
  const netEx = ex - discount
  const [inc, netInc] = [withTax(ex), withTax(netEx)]
  return { ex, inc, netEx, netInc, tax: netInc - netEx }
}

/** What some units of a line come to. */
export const unitShare = (cents: number, units: number, quantity: number): number =>
  Math.round((cents * units) / quantity)

/** Seeded random number from 0 to below 1. */
export type Random = () => number

export const createRandom = (seed: number): Random => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const twice = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((twice ^ (twice >>> 14)) >>> 0) / 2 ** 32
  }
}

export const pickFrom = <T>(list: readonly T[], random: Random): T => {
  const picked = list[Math.floor(random() * list.length)]
  if (picked === undefined) throw new Error('There is nothing to pick from')
  return picked
}
