import type { ItemKind } from '#domain/commerce.ts'
import { sum } from '../../kit/expected-rows.fixture.ts'
import { createRandom, at as pickAt, pickFrom } from '../../kit/winery.fixture.ts'
import { DAY, guid, HOUR, sinceMidnight } from './business-days.fixture.ts'

const ABSENT: Record<'sku' | 'plu' | 'vintage', string | null> = { sku: null, plu: null, vintage: null }

const article = (
  name: string,
  group: string,
  category: string | null,
  kind: ItemKind,
  cents: number,
  more: Partial<Record<'sku' | 'plu' | 'vintage', string> & Record<'isOption' | 'isDeferred' | 'isOffMenu', true>> = {},
) => ({ name, group, category, kind, cents, ...ABSENT, ...more })

/** `isOption`: a modifier of other items, with a price of its own */
const ARTICLES = [
  article('2021 Estate Pinot Noir', 'Bottles', 'Wine', 'wine', 4800, { sku: '21-PN', vintage: '2021' }),
  article('2022 Rosé', 'Bottles', 'Wine', 'wine', 2600, { plu: '22-RO', vintage: '2022' }),
  article('2021 Pinot Noir Glass', 'By the Glass', 'Wine', 'food', 1500),
  article('Estate Flight', 'Tastings', null, 'tasting', 3500, { sku: 'FLIGHT' }),
  article('Cheese Board', 'Kitchen', 'Food', 'food', 2250),
  article('Logo Hat', 'Shop', 'Merchandise', 'merch', 3000, { sku: 'HAT' }),
  article('Gift Card', 'Shop', null, 'gift_card', 10_000, { isDeferred: true }),
  article('Harvest Dinner', 'Shop', 'Events', 'event', 15_000, { isOffMenu: true }),
  article('Library Pour', '', null, 'food', 1200, { sku: 'LIB', isOption: true }),
]

/** How an order differs from a paid one at a table. */
interface Form {
  readonly source?: string
  readonly option?: number
  readonly atCounter?: true
  readonly isUnpaid?: true
  readonly isVoided?: true
  readonly isFree?: true
  readonly isSplit?: true
  readonly isLate?: true
  readonly isNoSale?: 'test' | 'waste'
  readonly approval?: string
  readonly article?: number
  readonly voidsItem?: true
}

/** Every special form that the platform has. */
const FORMS: readonly Form[] = [
  {},
  { atCounter: true },
  { isSplit: true },
  { isUnpaid: true },
  { source: 'API', option: 2, atCounter: true },
  { isVoided: true },
  { article: 6, atCounter: true },
  { isFree: true },
  { isLate: true },
  { voidsItem: true },
  { source: 'Online', option: 1, atCounter: true },
  { isNoSale: 'test' },
  { isNoSale: 'waste' },
  { approval: 'FUTURE', isUnpaid: true, option: 1, source: 'Branded Online Ordering', atCounter: true },
  { article: 7 },
  { source: 'Kiosk', atCounter: true },
  { approval: 'NOT_APPROVED', isUnpaid: true, option: 1, source: 'Online', atCounter: true },
]

export const LOCATIONS = [
  { guid: '76cb1b05-cb1e-4adf-863a-b2a94a5ecdcf', name: 'Larkmoor Estate', locationName: 'Cellar Door' },
  { guid: '5fd6ddb2-1ac4-4cd1-9c5b-7a0c2f8e4b11', name: 'Larkmoor Estate', locationName: 'Barn' },
] as const

/** The second location opened that long ago. */
const BARN_OPEN_MS = 3 * DAY

const OPTIONS = [
  { guid: guid('d1', 1), name: 'Dine In', behavior: 'DINE_IN' },
  { guid: guid('d1', 2), name: 'Take Out', behavior: 'TAKE_OUT' },
  { guid: guid('d1', 3), name: 'DoorDash - Delivery', behavior: 'DELIVERY' },
]

export const CENTER = { guid: guid('ce', 1), name: 'Tasting Bar' }

export interface WinerySeed {
  readonly orders: number
  readonly now: number
  /** that the history spans */
  readonly days?: number
}

interface Refund {
  readonly transaction: string
  readonly at: number
  readonly cents: number
  readonly tipCents: number
}

/** A made-up winery. */
export const createWinery = ({ orders: count, now, days = 8 }: WinerySeed) => {
  const random = createRandom(1)
  const pick = <T>(items: readonly T[]): T => pickFrom(items, random)
  const products = ARTICLES.map((one, index) => ({ ...one, guid: guid('a0', index + 1) }))
  const employee = (number: number, first: string, chosen: string | null, last: string, isDeleted = false) => ({
    ...{ guid: guid('e0', number), first, chosen, last, isDeleted },
    modified: now - (100 - number * 10) * DAY,
  })
  const employees = [
    employee(1, 'Ana', null, 'Keller'),
    employee(2, 'Robert', 'Bo', 'Lopez'),
    employee(3, 'Chloe', null, 'Moreau', true),
  ]
  const guests = [
    { guid: guid('c0', 1), first: 'Ida', last: 'Novak', email: 'ida@example.com' },
    { guid: guid('c0', 2), first: 'Jon', last: 'Reyes', email: null },
    { guid: null, first: 'Kim', last: '', email: 'Kim@Example.com' },
    { guid: null, first: 'Walk', last: 'In', email: null },
  ]
  const [firstDay, barnDay] = [now - days * DAY, now - BARN_OPEN_MS]
  let numbers = 0
  const newGuid = (kind: string): string => {
    numbers += 1
    return guid(kind, numbers)
  }
  const menu = products.filter(({ isOption, isDeferred, isOffMenu }) => !isOption && !isDeferred && !isOffMenu)

  const itemOf = (product: (typeof products)[number], about: Form, isVoided = false) => {
    const quantity = 1 + Math.floor(random() * 3)
    const gross = about.isFree ? 0 : product.cents * quantity
    const discount = random() < 0.3 && !product.isDeferred ? Math.round(gross / 10) : 0
    return {
      guid: newGuid('5e'),
      product,
      quantity,
      gross,
      discount,
      tax: product.isDeferred ? 0 : Math.round((gross - discount) * 0.0775),
      isVoided,
      /** by transaction */
      returned: null as string | null,
    }
  }

  const makePayment = (cents: number, tip: number) => ({
    guid: newGuid('ba'),
    cents,
    tip,
    refund: null as Refund | null,
  })

  const pay = (check: CheckSeed, tip: number): void => {
    const { goods, tax } = checkSums(check)
    const due = goods + tax
    if (due === 0) return
    const first = random() < 0.3 ? Math.floor(due / 2) : due
    check.payments.push(makePayment(first, tip))
    if (first < due) check.payments.push(makePayment(due - first, 0))
  }

  const checkOf = (about: Form, form: number) => {
    const article = about.article === undefined ? null : products[about.article]
    const items = Array.from({ length: 1 + (form % 3) }, (_, index) =>
      itemOf(index === 0 && article ? article : pick(menu), about),
    )
    if (about.voidsItem) items.push(itemOf(pick(menu), about, true))
    const state: 'OPEN' | 'PAID' | 'CLOSED' = about.isUnpaid ? 'OPEN' : form % 5 === 0 ? 'PAID' : 'CLOSED'
    const check = {
      guid: newGuid('cc'),
      items,
      payments: [] as ReturnType<typeof makePayment>[],
      state,
      guest: about.source === 'Online' || form % 3 === 0 ? pick(guests) : null,
      isVoided: about.isVoided === true,
    }
    if (!about.isUnpaid && !about.isVoided) pay(check, form % 2 === 0 ? 700 : 0)
    return check
  }

  /** Half past midnight before a time, or the next night when the winery was not open yet. */
  const nightBefore = (at: number): number => {
    const night = at - sinceMidnight(at) + HOUR / 2 + (at % 1000)
    return night < firstDay ? night + DAY : night
  }

  /** `form`: index of a special form */
  const makeOrder = (at: number, form: number, modified = at + 2 * HOUR) => {
    const about = pickAt(FORMS, form)
    const opened = about.isLate ? nightBefore(at) : at
    return {
      guid: newGuid('0d'),
      location: at > barnDay + DAY && form % 4 === 0 ? 1 : 0,
      number: String(1 + (numbers % 90)),
      opened,
      modified,
      source: about.source ?? 'In Store',
      option: pickAt(OPTIONS, about.option ?? 0),
      hasTable: !about.atCounter,
      guests: 1 + (form % 6),
      server: about.source === undefined ? pick(employees) : null,
      hasCenter: form % 3 !== 1,
      approval: about.approval ?? 'APPROVED',
      checks: Array.from({ length: about.isSplit ? 2 : 1 }, () => checkOf(about, form)),
      isVoided: about.isVoided === true,
      isDeleted: false,
      /** made in test mode, or food that was thrown away */
      isNoSale: about.isNoSale ?? null,
    }
  }
  const orders: ReturnType<typeof makeOrder>[] = []
  const addOrder = (...made: Parameters<typeof makeOrder>) => {
    const order = makeOrder(...made)
    orders.push(order)
    return order
  }

  const isSold = ({ isVoided, isDeleted, isNoSale, checks }: OrderSeed): boolean =>
    !isVoided &&
    !isDeleted &&
    isNoSale === null &&
    checks.every(({ state, payments }) => state !== 'OPEN' && payments.length > 0)

  /** Gives back the first item of an order, which its first payment covers. */
  const refundItem = (order: OrderSeed, at: number): void => {
    const [check] = order.checks
    const item = check?.items.find(({ isVoided, gross }) => !isVoided && gross > 0)
    const payment = check?.payments[0]
    if (!item || !payment || payment.refund) return
    const transaction = newGuid('f0')
    item.returned = transaction
    payment.refund = { transaction, at, cents: item.gross - item.discount + item.tax, tipCents: 0 }
    order.modified = at
  }

  /** Gives back all payments at once, without naming items. */
  const refundAll = (order: OrderSeed, at: number): void => {
    const transaction = newGuid('f0')
    for (const check of order.checks) {
      for (const payment of check.payments)
        payment.refund = { transaction, at, cents: payment.cents, tipCents: payment.tip }
    }
    order.modified = at
  }

  const span = days * DAY - 2 * HOUR
  for (let index = 0; index < count; index += 1) {
    const at = Math.floor(now - span + (span * index) / count) - 3 * HOUR
    const order = addOrder(Math.max(at, firstDay + HOUR), index)
    if (!isSold(order)) continue
    const later = Math.min(order.opened + DAY, now - HOUR)
    if (index % 15 === 0) refundItem(order, later)
    else if (index % 17 === 0) refundAll(order, later)
  }

  /** New orders, a paid one, refunds, a void, a deletion, a price, and a name. */
  const change = (at: number): void => {
    const fresh = orders.filter(
      (order) => isSold(order) && order.checks.every((check) => check.payments.every(({ refund }) => !refund)),
    )
    const [one, other, voided, deleted] = fresh
    if (one) refundItem(one, at)
    if (other) refundAll(other, at + 1)
    if (voided) Object.assign(voided, { isVoided: true, modified: at + 3 })
    if (deleted) Object.assign(deleted, { isDeleted: true, modified: at + 4 })
    const open = orders.find(
      ({ checks, isNoSale, approval }) => checks[0]?.state === 'OPEN' && isNoSale === null && approval === 'APPROVED',
    )
    const [check] = open?.checks ?? []
    if (open && check) {
      pay(check, 300)
      check.state = 'CLOSED'
      open.modified = at + 5
    }
    for (let form = 0; form < FORMS.length; form += 1) addOrder(at - HOUR + form * 1000, form, at - HOUR / 2 + form)
    const [wine] = products
    if (wine) wine.cents += 100
    const [employee] = employees
    if (employee) employee.modified = at
  }

  const seeds = { products, employees, guests, orders, firstDay, barnDay }
  return { seeds, options: OPTIONS, addOrder, change }
}

export type Winery = ReturnType<typeof createWinery>
type Seeds = Winery['seeds']
export type ProductSeed = Seeds['products'][number]
export type EmployeeSeed = Seeds['employees'][number]
export type GuestSeed = Seeds['guests'][number]
export type OrderSeed = Seeds['orders'][number]
export type CheckSeed = OrderSeed['checks'][number]
export type ItemSeed = CheckSeed['items'][number]

/** Sums of a check in cents. */
export const checkSums = ({ items, payments, isVoided }: CheckSeed) => {
  const sold = isVoided ? [] : items.filter((item) => !item.isVoided)
  return {
    goods: sum(sold, ({ gross, discount }) => gross - discount),
    tax: sum(sold, ({ tax }) => tax),
    tips: sum(payments, ({ tip }) => tip),
  }
}
