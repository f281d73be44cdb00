import type { CanonicalRow } from '../kit/connector.ts'
import { makeCustomer, makeTeamMember } from './winery-people.fixture.ts'
import { canBeRefunded, makeExchange, makeRefund } from './winery-refunds.fixture.ts'
import { createRandom, type FakeLocation, type FakeOrder, type FakeWinery, type Random } from './winery-rows.fixture.ts'
import { makeSale } from './winery-sales.fixture.ts'
import { GOODS_COUNT, makeInventoryCount, makeProduct } from './winery-stock.fixture.ts'

const DAY_MS = 24 * 3_600_000
/** Number of orders after which few are refunded. */
const RECENT = 200

export interface WineryOptions {
  readonly orders: number
  /** epoch milliseconds; nothing is later */
  readonly now: number
  readonly seed?: number
  /** default: 2 */
  readonly locations?: number
}

export const addOrder = (winery: FakeWinery, order: FakeOrder): void => {
  winery.revision += 1
  winery.orders.push(order)
  winery.orderById.set(order.id, order)
}

const makeLocations = (count: number): FakeLocation[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `LOC${index + 1}`,
    name: index === 0 ? 'Tasting Room' : `Barn ${index}`,
  }))

/** Most refunds return items, some only money, some are exchanges. */
const afterthought = (winery: FakeWinery, index: number, at: number, random: Random): FakeOrder | null => {
  const original = winery.orders.at(-1 - Math.floor(random() * RECENT))
  if (original === undefined || !canBeRefunded(original)) return null
  const drawn = random()
  if (drawn < 0.85) return makeRefund(original, `RET${index}`, at, drawn > 0.7)
  const sale = makeSale(winery, { id: `EXC${index}`, created: at, updated: at, random })
  return canBeRefunded(sale) ? makeExchange(original, sale, at) : null
}

/** A fictional winery on Square, the same for the same options. */
export const createWinery = ({ orders, now, seed = 1, locations = 2 }: WineryOptions): FakeWinery => {
  const random = createRandom(seed)
  const winery: FakeWinery = {
    locations: makeLocations(locations),
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
    for (const location of winery.locations) {
      const row = makeInventoryCount(product, location, Math.floor(random() * 300) - 3, first)
      winery.counts.push({ row, productId: product.row.source_id, locationId: location.id })
    }
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
    const order = afterthought(winery, index, Math.min(now, created + 3_600_000), random)
    if (order !== null) addOrder(winery, order)
  }
  // Old orders refer to products that are no longer sold.
  for (const product of winery.products.slice(-2)) product.isDeleted = true
  return winery
}

/** The expected rows of an up-to-date warehouse. */
export const expectedRows = (winery: FakeWinery): CanonicalRow[] => {
  const gone = new Set(winery.products.filter(({ isDeleted }) => isDeleted).map(({ row }) => row.source_id))
  const sold = winery.orders.flatMap(({ sale, returns }) => [
    ...(sale === null ? [] : [sale]),
    ...returns.map((taken) => taken.sold),
  ])
  return [
    ...winery.team.map((row) => ({ table: 'team_members' as const, row })),
    ...winery.customers.map((row) => ({ table: 'customers' as const, row })),
    ...winery.products.filter(({ isDeleted }) => !isDeleted).map(({ row }) => ({ table: 'products' as const, row })),
    ...winery.counts
      .filter(({ productId }) => !gone.has(productId))
      .map(({ row }) => ({ table: 'inventory' as const, row })),
    ...sold.map(({ row }) => ({ table: 'orders' as const, row })),
    ...sold.flatMap(({ lines }) => lines.map((row) => ({ table: 'order_lines' as const, row }))),
  ]
}
