import { type AccountSeed, type OrderSeed, orderTotal } from './seeds.fixture.ts'
import type { Winery } from './winery.fixture.ts'

// WooCommerce writes no refund of an order that cost nothing.
const isPlain = (order: OrderSeed): boolean =>
  order.refunds.length === 0 &&
  ['completed', 'processing'].includes(order.status) &&
  order.guest === null &&
  orderTotal(order) > 0

const addAccount = ({ seeds }: Winery, at: number): AccountSeed => {
  const id = Math.max(19, ...seeds.accounts.map((one) => one.id)) + 1
  const account = { id, first: 'Nia', last: 'Novak', role: 'customer', isPaying: true, created: at, modified: at }
  seeds.accounts.push(account)
  return account
}

/** New orders, an account, refunds, a finished order, one in the trash, and the members and stock of the day. */
export const changeWinery = (winery: Winery, at: number): void => {
  const { seeds, addOrder, addSubscription, refundLine, refundAll, pick } = winery
  const second = Math.floor(at / 1000) * 1000
  const plain = seeds.orders.filter(isPlain)
  const account = addAccount(winery, second)
  const [finished, returned, refunded, trashed] = plain
  if (finished) Object.assign(finished, { status: 'completed', modified: second })
  if (returned) refundLine(returned, second)
  if (refunded) refundAll(refunded, second)
  if (trashed) Object.assign(trashed, { status: 'trash', modified: second })
  for (let form = 0; form < 8; form += 1) addOrder(second - 600_000 + form * 1000, form)
  addOrder(second - 60_000, 5, addSubscription(second - 60_000, account))
  const member = seeds.subscriptions.find(({ status }) => status === 'active')
  if (member) Object.assign(member, { status: 'cancelled', cancelled: second, modified: second })
  const product = pick(seeds.products.filter(({ stock }) => stock !== null))
  product.stock = Math.max((product.stock ?? 0) - 1, 0)
}
