import { DAY_MS } from '#domain/clock.ts'
import { minus } from '../kit/expected-rows.fixture.ts'
import { SEED_CLUBS } from './winery-catalog.fixture.ts'
import type { SeedCustomer } from './winery-people.fixture.ts'

/** Order details as the platform writes them, with our canonical code. */
interface Circumstances {
  readonly channel: readonly [raw: string, code: string]
  readonly purchase: readonly [raw: string, code: string]
  readonly payment: readonly [raw: string | null, code: string]
  readonly fulfillment: readonly [raw: string, code: string]
  readonly delivery: readonly [raw: string | null, code: string]
}

const USUAL: Circumstances = {
  channel: ['POS', 'pos'],
  purchase: ['Regular', 'regular'],
  payment: ['Paid', 'paid'],
  fulfillment: ['Fulfilled', 'fulfilled'],
  delivery: ['Carry Out', 'carry_out'],
}

interface Sale extends Partial<Circumstances> {
  /** SKU, quantity, and a discount in percent */
  readonly lines: readonly string[]
  readonly shipping?: number
  readonly tax?: number
  readonly tip?: number
  readonly isAnonymous?: true
  readonly isClub?: true
  readonly vendor?: string
  readonly associate?: string
}

const SHIPPED = { delivery: ['Ship', 'ship'], fulfillment: ['Not Fulfilled', 'unfulfilled'] } as const

/** One of each kind of sale, including unusual ones. */
export const SALES: readonly Sale[] = [
  { lines: ['22-PN 2', 'TST-EST 2'], tax: 1101, tip: 1500, associate: 'Ana P.' },
  { ...SHIPPED, channel: ['Web', 'web'], lines: ['23-CH 6 10'], shipping: 1500, tax: 900 },
  {
    channel: ['Club', 'club'],
    purchase: ['Regular', 'club'],
    delivery: ['Pickup', 'pickup'],
    fulfillment: ['Partially Fulfilled', 'partial'],
    lines: ['22-PN 3 20', '23-CH 3 20'],
    tax: 400,
    isClub: true,
  },
  { purchase: ['Regular', 'no_charge'], delivery: [null, 'carry_out'], lines: ['GLASS 1 100'], isAnonymous: true },
  {
    ...SHIPPED,
    channel: ['Inbound', 'phone'],
    payment: ['Authorized', 'authorized'],
    lines: ['23-CH-M 1'],
    shipping: 999,
  },
  { channel: ['Web', 'web'], delivery: [null, 'other'], payment: ['Cancelled', 'cancelled'], lines: ['22-PN 1'] },
  { lines: ['DUO 2 10', 'CHEESE 1'], tax: 800, isAnonymous: true, associate: 'Bo L.' },
  {
    channel: ['Web', 'web'],
    fulfillment: ['No Fulfillment Required', 'not_required'],
    delivery: [null, 'other'],
    lines: ['GIFT 1'],
  },
  {
    ...SHIPPED,
    channel: ['Outbound', 'phone'],
    purchase: ['Corporate Order', 'corporate'],
    lines: ['22-PN 24 20'],
    shipping: 4500,
  },
  { channel: ['Web', 'web'], delivery: [null, 'other'], lines: ['TST-EST 4'], vendor: 'Tock' },
  { purchase: ['Exchange', 'exchange'], lines: ['22-PN 1', 'GLASS 1'], tax: 90 },
  { ...SHIPPED, channel: ['Web', 'web'], purchase: ['Pickup To Ship', 'regular'], lines: ['23-CH 2'], shipping: 1200 },
  {
    channel: ['Marketplace', 'marketplace'],
    payment: [null, 'pending'],
    delivery: ['Pickup', 'pickup'],
    lines: ['DUO 1'],
  },
  { lines: ['DINNER 2', 'REBATE 1'], tip: 5000, associate: 'Ana P.' },
]

/** The sale of a booking made elsewhere. */
export const BOOKED_SALE = SALES.findIndex(({ vendor }) => vendor !== undefined)

const RELEASE_DAYS = 60

/** Members of the two clubs are charged in turn, for a release every two months. */
const releaseAt = (number: number, at: number) => {
  const club = SEED_CLUBS[number % SEED_CLUBS.length] ?? SEED_CLUBS[0]
  const season = Math.floor(at / (RELEASE_DAYS * DAY_MS))
  return { id: `pkg-${club.id}-${season}`, title: `${club.title} ${season}`, clubId: club.id, clubTitle: club.title }
}

export interface Placing {
  readonly number: number
  readonly at: number
  readonly customer: SeedCustomer
}

const parseLine = (line: string, id: string) => {
  const [sku = '', quantity, discount = 0] = line.split(' ')
  return { sku, quantity: Number(quantity), discount: Number(discount), id }
}

const orderId = (number: number): string => `ord-${number}`

/** The sale template for an order number; amounts in cents. */
export const placeSale = (sale: Sale, { number, at, customer }: Placing) => ({
  ...USUAL,
  ...sale,
  id: orderId(number),
  number: 10_000 + number,
  at,
  customer: sale.isAnonymous ? null : customer,
  associate: sale.associate ?? null,
  lines: sale.lines.map((line, index) => parseLine(line, `item-${number}-${index + 1}`)),
  release: sale.isClub ? releaseAt(number, at) : null,
  vendor: sale.vendor ?? null,
  /** ID of the refunded order */
  refundOf: null as string | null,
  shipping: sale.shipping ?? 0,
  tax: sale.tax ?? 0,
  tip: sale.tip ?? 0,
})

export type SeedOrder = ReturnType<typeof placeSale>

/** A full refund of another order. */
export const refundOrder = (order: SeedOrder, number: number, at: number): SeedOrder => ({
  ...order,
  id: orderId(number),
  number: 10_000 + number,
  at,
  purchase: ['Refund', 'refund'],
  payment: ['Paid', 'paid'],
  fulfillment: ['No Fulfillment Required', 'not_required'],
  lines: order.lines.map((line, index) => ({ ...line, id: `item-${number}-${index + 1}` })),
  refundOf: order.id,
  shipping: minus(order.shipping),
  tax: minus(order.tax),
  tip: minus(order.tip),
})
