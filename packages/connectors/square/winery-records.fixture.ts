import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { ItemKind } from '#domain/commerce.ts'
import { completeRow, type Sold } from '../kit/expected-rows.fixture.ts'
import { pickFrom, type Random } from '../kit/winery.fixture.ts'

export type CustomerRow = CanonicalRecord<'customers'>
type CountRow = CanonicalRecord<'inventory'>
export type TeamRow = CanonicalRecord<'team_members'>

/** An order of the fake: a sale, or the refund of one. */
export interface FakeOrder {
  readonly id: string
  readonly locationId: string
  /** `none`: nothing was paid */
  readonly tender: 'card' | 'cash' | 'none'
  readonly source: string | null
  /** the product that took the payment */
  readonly product: string | null
  readonly teamMemberId: string | null
  isRefunded: boolean
  sale: Sold | null
  /** what it takes back of another order; `isPlain`: money, without naming items */
  readonly back: { readonly of: string; readonly sold: Sold; readonly isPlain: boolean } | null
}

export interface FakeLocation {
  readonly id: string
  readonly name: string
}

/** All data of the fake with its expected rows. */
export interface FakeWinery {
  readonly locations: readonly FakeLocation[]
  readonly team: TeamRow[]
  readonly products: FakeProduct[]
  /** by product */
  readonly counts: { row: CountRow; readonly productId: string; readonly locationId: string }[]
  readonly customers: CustomerRow[]
  readonly orders: FakeOrder[]
  readonly orderById: Map<string, FakeOrder>
  /** increases with every new or changed order */
  revision: number
}

const GIVEN = ['Ada', 'Bruno', 'Chiara', 'Dario', 'Elin', 'Farid', 'Greta', 'Hugo', 'Ines', 'Jonas', 'Karla', 'Liv']
const FAMILY = ['Abel', 'Brandt', 'Castel', 'Dietz', 'Eriksen', 'Falk', 'Gruber', 'Hale', 'Ito', 'Jensen', 'Keller']
const ADDRESSES = [
  ['Napa', 'CA', '94558'],
  ['Portland', 'OR', '97205'],
  ['Yakima', 'WA', '98901'],
  ['Austin', 'TX', '78701'],
] as const

const YEAR_MS = 365 * 24 * 3_600_000

/** Some have no address, some no email, some only a company name. */
export const makeCustomer = (index: number, since: number, random: Random): CustomerRow => {
  const [city, state, postal_code] = pickFrom(ADDRESSES, random)
  const hasAddress = random() < 0.7
  return completeRow('customers', {
    source_id: `CUST${index}`,
    source_updated: since,
    name: index % 17 === 3 ? `Cellar Friends ${index}` : `${pickFrom(GIVEN, random)} ${pickFrom(FAMILY, random)}`,
    email: random() < 0.85 ? `guest.${index}@mail.example` : null,
    ...(hasAddress ? { city, state, country: 'US', postal_code } : {}),
    birth: random() < 0.5 ? new Date(since - (22 + random() * 50) * YEAR_MS).toISOString().slice(0, 10) : null,
    since,
  })
}

export const makeTeamMember = (index: number, source_updated: number): TeamRow =>
  completeRow('team_members', {
    source_id: `TM${index}`,
    source_updated,
    name: `${GIVEN[index % GIVEN.length]} ${FAMILY[(index * 3) % FAMILY.length]}`,
  })

type Good = readonly [title: string, category: string | null, kind: ItemKind, price: number, productType?: string]

const GOODS: readonly Good[] = [
  ['2021 Estate Pinot Noir', 'Red Wine', 'wine', 4800],
  ['2022 Hillside Syrah', 'Red Wine', 'wine', 5200],
  ['2023 Old Block Chardonnay', 'White Wine', 'wine', 3900],
  ['2023 Rosé of Grenache', 'Rosé', 'wine', 2800],
  ['Brut Nature', 'Sparkling', 'wine', 4400],
  ['2019 Library Cabernet – Magnum', 'Library Wines', 'wine', 15_000],
  ['Estate Flight', 'Tasting', 'tasting', 2500],
  ['Reserve Flight', 'Tasting', 'tasting', 4500],
  ['Cheese Board', 'Food', 'food', 2600, 'FOOD_AND_BEV'],
  ['Olives', 'Food', 'food', 900, 'FOOD_AND_BEV'],
  ['Corkscrew', 'Merchandise', 'merch', 1800],
  ['Decanter', 'Merchandise', 'merch', 7800],
  ['Gift Card 100', 'Gift Cards', 'gift_card', 10_000, 'GIFT_CARD'],
  ['Harvest Supper', 'Events', 'event', 14_500, 'EVENT'],
  ['Bag of Ice', null, 'other', 500],
]

export const GOODS_COUNT = GOODS.length

export const makeProduct = (index: number, source_updated: number) => {
  const [title, category, item_kind, price, productType = 'REGULAR'] = GOODS[index % GOODS.length] as Good
  const round = Math.floor(index / GOODS.length)
  const row = completeRow('products', {
    source_id: `VAR${index}`,
    source_updated,
    // Some shops never enter a SKU.
    sku: index === 9 ? null : `SKU-${index}`,
    title: round === 0 ? title : `${title} ${String.fromCharCode(65 + round)}`,
    category,
    vintage: /^\d{4}/.exec(title)?.[0] ?? null,
    item_kind,
    price,
    cost: index % 2 === 0 ? Math.round(price * 0.3) : null,
    currency: 'USD',
  })
  return { productType, isDeleted: false, row }
}

export type FakeProduct = ReturnType<typeof makeProduct>

export const makeCount = ({ row }: FakeProduct, location: FakeLocation, onHand: number, source_updated: number) => ({
  row: completeRow('inventory', {
    source_id: `${row.source_id}/${location.id}`,
    source_updated,
    sku: row.sku ?? row.source_id,
    product_title: row.title,
    location: location.name,
    on_hand: onHand,
    available: onHand,
  }),
  productId: row.source_id,
  locationId: location.id,
})
