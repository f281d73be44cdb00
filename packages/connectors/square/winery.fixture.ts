import type { CanonicalRow } from '../kit/connector.ts'
import { soldRows } from '../kit/expected-rows.fixture.ts'
import { createRandom, pickFrom, type Random } from '../kit/winery.fixture.ts'
import {
  type FakeOrder,
  type FakeWinery,
  GOODS_COUNT,
  makeCount,
  makeCustomer,
  makeProduct,
  makeTeamMember,
} from './winery-records.fixture.ts'
import { canBeRefunded, makeRefund, makeSale, stateColumns } from './winery-sales.fixture.ts'

const DAY_MS = 24 * 3_600_000
/** Number of orders after which few are refunded. */
const RECENT = 200

export interface WineryOptions {
  readonly orders: number
  /** epoch milliseconds; nothing is later */
  readonly now: number
  readonly locations: number
}

const addOrder = (winery: FakeWinery, order: FakeOrder): void => {
  winery.revision += 1
  winery.orders.push(order)
  winery.orderById.set(order.id, order)
}

/** Most refunds return items, some only money. */
const drawRefund = (winery: FakeWinery, index: number, at: number, random: Random): FakeOrder | null => {
  const original = winery.orders.at(-1 - Math.floor(random() * RECENT))
  if (original === undefined || !canBeRefunded(original)) return null
  return makeRefund(original, `RET${index}`, at, random() > 0.7)
}

/** A fictional winery on Square, the same for the same options. */
export const createWinery = ({ orders, now, locations }: WineryOptions): FakeWinery => {
  const random = createRandom(1)
  const winery: FakeWinery = {
    locations: Array.from({ length: locations }, (_, index) => ({
      id: `LOC${index + 1}`,
      name: index === 0 ? 'Tasting Room' : `Barn ${index}`,
    })),
    team: [],
    products: [],
    counts: [],
    customers: [],
    orders: [],
    orderById: new Map(),
    revision: 0,
  }
  if (orders === 0) return winery
  const spanMs = Math.max(30, orders / 20) * DAY_MS
  const first = now - spanMs
  for (let index = 0; index < 6; index += 1) winery.team.push(makeTeamMember(index, first))
  for (let index = 0; index < GOODS_COUNT * 2; index += 1) winery.products.push(makeProduct(index, first))
  for (const product of winery.products.filter(({ row }) => row.item_kind === 'wine' || row.item_kind === 'merch')) {
    for (const location of winery.locations)
      winery.counts.push(makeCount(product, location, Math.floor(random() * 300) - 3, first))
  }
  const people = Math.ceil(orders / 3)
  for (let index = 0; index < people; index += 1) {
    winery.customers.push(makeCustomer(index, Math.round(first + (index / people) * spanMs), random))
  }
  for (let index = 0; index < orders; index += 1) {
    // Tenders have whole seconds.
    const created = 1000 * Math.round((first + ((index + random()) / orders) * spanMs * 0.999) / 1000)
    const updated = Math.min(now, Math.round(created + random() ** 4 * 20 * DAY_MS))
    addOrder(winery, makeSale(winery, { id: `ORD${index}`, created, updated, random }))
    if (random() > 0.03) continue
    const order = drawRefund(winery, index, Math.min(now, created + 3_600_000), random)
    if (order !== null) addOrder(winery, order)
  }
  // Old orders refer to products that are no longer sold.
  for (const product of winery.products.slice(-2)) product.isDeleted = true
  return winery
}

/** The expected rows of an up-to-date warehouse. */
export const expectedRows = (winery: FakeWinery): CanonicalRow[] => {
  const onSale = winery.products.filter(({ isDeleted }) => !isDeleted)
  const gone = new Set(winery.products.filter(({ isDeleted }) => isDeleted).map(({ row }) => row.source_id))
  return [
    ...winery.team.map((row) => ({ table: 'team_members' as const, row })),
    ...winery.customers.map((row) => ({ table: 'customers' as const, row })),
    ...onSale.map(({ row }) => ({ table: 'products' as const, row })),
    ...winery.counts.flatMap(({ row, productId }) =>
      gone.has(productId) ? [] : [{ table: 'inventory' as const, row }],
    ),
    ...winery.orders.flatMap(({ sale, back }) => [sale, back?.sold].flatMap((sold) => (sold ? soldRows(sold) : []))),
  ]
}

interface Change {
  readonly winery: FakeWinery
  readonly at: number
  readonly number: number
  readonly random: Random
}

const newProduct = ({ winery, at }: Change): void => {
  const product = makeProduct(winery.products.length, at)
  winery.products.push(product)
  winery.counts.push(...winery.locations.map((location) => makeCount(product, location, 12, at)))
}

const newOrder = ({ winery, at, number, random }: Change): void =>
  addOrder(winery, makeSale(winery, { id: `NEW${number}`, created: at, updated: at, random }))

const handOver = ({ winery, at }: Change): void => {
  const order = winery.orders.find(({ sale }) => sale?.row.payment_status_raw === 'OPEN')
  const sale = order?.sale
  const delivery = sale?.row.delivery_method
  if (!order || !sale || (delivery !== 'pickup' && delivery !== 'ship')) return
  winery.revision += 1
  order.sale = {
    row: { ...sale.row, ...stateColumns('done', delivery), source_updated: at },
    lines: sale.lines.map((line) => ({ ...line, source_updated: at })),
  }
}

const refund = ({ winery, at, number, random }: Change): void => {
  const original = winery.orders.filter(canBeRefunded).at(-1 - (number % 40))
  if (original) addOrder(winery, makeRefund(original, `BACK${number}`, at, random() < 0.2))
}

const newEmail = ({ winery, at, number, random }: Change): void => {
  if (winery.customers.length === 0) return
  const index = Math.floor(random() * winery.customers.length)
  const customer = winery.customers[index]
  if (customer) winery.customers[index] = { ...customer, email: `new.${number}@mail.example`, source_updated: at }
}

const newPrice = ({ winery, at, random }: Change): void => {
  const product = pickFrom(winery.products, random)
  if (!product.isDeleted) product.row = { ...product.row, price: (product.row.price ?? 0) + 100, source_updated: at }
}

const stockTaking = ({ winery, at, number, random }: Change): void => {
  const count = pickFrom(winery.counts, random)
  count.row = { ...count.row, on_hand: number, available: number, source_updated: at }
}

const MOST_DELETED = 8

const deletion = ({ winery: { products }, at }: Change): void => {
  const gone = products.filter(({ isDeleted }) => isDeleted).length
  const product = products.find(({ isDeleted }) => !isDeleted)
  if (!product || gone >= MOST_DELETED || products.length - gone < 3) return
  Object.assign(product, { isDeleted: true, row: { ...product.row, source_updated: at } })
}

const CHANGES: readonly ((change: Change) => void)[] = [
  newProduct,
  ({ winery, at }) => void winery.team.push(makeTeamMember(winery.team.length, at)),
  ({ winery, at, random }) => void winery.customers.push(makeCustomer(winery.customers.length, at, random)),
  newOrder,
  newOrder,
  handOver,
  refund,
  newEmail,
  newPrice,
  stockTaking,
  deletion,
]

/** Number of changes after which each kind has occurred. */
export const EVERY_CHANGE = CHANGES.length

/** Changes of every kind in turn, all at the same time. */
export const changeWinery = (
  winery: FakeWinery,
  { at, count, first, random }: { at: number; count: number; first: number; random: Random },
): void => {
  for (let index = 0; index < count; index += 1) {
    CHANGES[index % CHANGES.length]?.({ winery, at, number: first + index, random })
  }
}
