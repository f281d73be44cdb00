import type { ItemKind } from '#domain/commerce.ts'
import { type LocalDay, parseLocalDay } from '#domain/ranges/local-day.ts'
import { hash32, type Weighted, weighted } from './random.ts'
import {
  BOOKING_FEES,
  EVENT_TICKETS,
  EXPERIENCES,
  FOOD,
  GIFT_CARDS,
  type Good,
  MERCHANDISE,
} from './stock-list/goods.ts'
import { WINE_STYLES, type WineStyle } from './stock-list/wines.ts'

/** An item with a SKU. Prices and costs are in minor units. */
export interface Product {
  /** position in the catalog */
  readonly index: number
  readonly sku: string
  readonly title: string
  readonly category: string
  readonly brand: string
  readonly vintage: string | null
  readonly varietal: string | null
  readonly kind: ItemKind
  readonly price: number
  readonly cost: number
}

/** Vintages get more expensive every year, rounded to units of 100. */
const YEARLY_RISE = 0.03
const PRICED_IN = 2022

const priceOfVintage = (price: number, vintage: number): number =>
  Math.round((price * (1 + YEARLY_RISE * (vintage - PRICED_IN))) / 100) * 100

/** The vintage of a style for sale in a month: a new one is released between March and September. */
const vintageOn = ({ code, age }: WineStyle, year: number, month: number): number | null => {
  if (age === null) return null
  const releaseMonth = 3 + (hash32(code.charCodeAt(0) * 961 + code.charCodeAt(1) * 31 + code.charCodeAt(2), 7) % 7)
  return year - age - (month < releaseMonth ? 1 : 0)
}

export const createCatalog = () => {
  const products: Product[] = []
  const bottles = new Map<string, Product>()
  const winesByMonth = new Map<string, Weighted<Product>>()

  const add = (product: Omit<Product, 'index'>): Product => {
    const added = { ...product, index: products.length }
    products.push(added)
    return added
  }

  const goods = (list: readonly Good[]): Weighted<Product> =>
    weighted(
      list.map(({ weight, ...good }): [Product, number] => [
        add({ ...good, vintage: null, varietal: null, cost: Math.round(good.price * 0.4) }),
        weight,
      ]),
    )

  const bottle = (style: WineStyle, year: number, month: number): Product => {
    const vintage = vintageOn(style, year, month)
    const sku = vintage === null ? `${style.code}-NV` : `${style.code}-${String(vintage % 100).padStart(2, '0')}`
    const known = bottles.get(sku)
    if (known !== undefined) return known
    const price = vintage === null ? style.price : priceOfVintage(style.price, vintage)
    const product = add({
      sku,
      title: vintage === null ? style.name : `${style.name} ${vintage}`,
      category: style.category,
      brand: style.brand,
      vintage: vintage === null ? null : String(vintage),
      varietal: style.varietal,
      kind: 'wine',
      price,
      cost: Math.round(price * 0.28),
    })
    bottles.set(sku, product)
    return product
  }

  /** The bottles for sale on a day, each in its vintage of that day. */
  const winesOn = (day: LocalDay): Weighted<Product> => {
    const monthName = day.slice(0, 7)
    const known = winesByMonth.get(monthName)
    if (known !== undefined) return known
    const { year, month } = parseLocalDay(day)
    const wines = weighted(WINE_STYLES.map((style): [Product, number] => [bottle(style, year, month), style.weight]))
    winesByMonth.set(monthName, wines)
    return wines
  }

  return {
    /** everything sold so far; grows with each new vintage */
    products: products as readonly Product[],
    experiences: goods(EXPERIENCES),
    food: goods(FOOD),
    merchandise: goods(MERCHANDISE),
    eventTickets: goods(EVENT_TICKETS),
    giftCards: goods(GIFT_CARDS),
    bookingFees: goods(BOOKING_FEES),
    winesOn,
  }
}
export type Catalog = ReturnType<typeof createCatalog>
