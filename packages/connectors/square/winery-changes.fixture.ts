import { addOrder } from './winery.fixture.ts'
import { makeCustomer, makeTeamMember } from './winery-people.fixture.ts'
import { canBeRefunded, makeRefund } from './winery-refunds.fixture.ts'
import { type FakeOrder, type FakeWinery, pickFrom, type Random } from './winery-rows.fixture.ts'
import { makeSale, stateColumns } from './winery-sales.fixture.ts'
import { makeInventoryCount, makeProduct } from './winery-stock.fixture.ts'

interface Change {
  readonly winery: FakeWinery
  readonly at: number
  readonly number: number
  readonly random: Random
}

const newProduct = ({ winery, at }: Change): void => {
  const product = makeProduct(winery.products.length, at)
  winery.products.push(product)
  for (const location of winery.locations) {
    const row = makeInventoryCount(product, location, 12, at)
    winery.counts.push({ row, productId: product.row.source_id, locationId: location.id })
  }
}

const newTeamMember = ({ winery, at }: Change): void => void winery.team.push(makeTeamMember(winery.team.length, at))

const newCustomer = ({ winery, at, random }: Change): void =>
  void winery.customers.push(makeCustomer(winery.customers.length, at, random))

const newOrder = ({ winery, at, number, random }: Change): void =>
  addOrder(winery, makeSale(winery, { id: `NEW${number}`, created: at, updated: at, random }))

const stamp = (winery: FakeWinery, order: FakeOrder, at: number, columns: object): void => {
  if (order.sale === null) return
  winery.revision += 1
  order.sale = {
    row: { ...order.sale.row, ...columns, source_updated: at },
    lines: order.sale.lines.map((line) => ({ ...line, source_updated: at })),
  }
}

const isUnderWay = ({ sale, returns }: FakeOrder): boolean =>
  sale !== null && returns.length === 0 && sale.row.payment_status_raw === 'OPEN'

const handOver = ({ winery, at }: Change): void => {
  const order = winery.orders.find(isUnderWay)
  const delivery = order?.sale?.row.delivery_method
  if (order && (delivery === 'pickup' || delivery === 'ship')) stamp(winery, order, at, stateColumns('done', delivery))
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

const deletion = ({ winery, at }: Change): void => {
  const gone = winery.products.filter(({ isDeleted }) => isDeleted).length
  const product = winery.products.find(({ isDeleted }) => !isDeleted)
  if (!product || gone >= MOST_DELETED || winery.products.length - gone < 3) return
  product.isDeleted = true
  product.row = { ...product.row, source_updated: at }
}

const CHANGES = [
  newProduct,
  newTeamMember,
  newCustomer,
  newOrder,
  newOrder,
  handOver,
  refund,
  newEmail,
  newPrice,
  stockTaking,
  deletion,
]

/** Changes of every kind in turn, all at the same time. */
export const changeWinery = (
  winery: FakeWinery,
  { at, count, first, random }: { at: number; count: number; first: number; random: Random },
): void => {
  for (let index = 0; index < count; index += 1) {
    CHANGES[index % CHANGES.length]?.({ winery, at, number: first + index, random })
  }
}

/** Number of changes after which each kind has occurred. */
export const EVERY_CHANGE = CHANGES.length
