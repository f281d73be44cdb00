/** The sales that every odd file writes in its own way. Amounts are in cents. */
export interface BookLine {
  readonly sku: string
  readonly title: string
  readonly quantity: number
  readonly price: number
}

export interface BookOrder {
  readonly id: string
  /** UTC, on whole minutes */
  readonly at: Date
  readonly customer: string
  readonly channel: string
  readonly lines: readonly BookLine[]
}

type Choices<Item> = readonly [Item, ...Item[]]

const WINES: Choices<readonly [sku: string, title: string, price: number]> = [
  ['PN-22', 'Pinot Noir Estate', 4850],
  ['CH-23', 'Chardonnay Château', 3275],
  ['RO-24', 'Rosé of Pinot', 2600],
  ['CAB-20', 'Cabernet Reserve', 123_450],
  ['SY-21', 'Syrah', 3999],
]

const CUSTOMERS = ['Zoë Martin', 'Ann Lee', 'José Núñez', 'Björn Öberg', 'Kim Novak'] as const
const CHANNELS = ['POS', 'Web', 'Club'] as const

const pick = <Item>(items: Choices<Item>, index: number): Item => items[index % items.length] ?? items[0]

/** Fourteen orders from January to November, some on days that no month number can be. */
export const BOOK: readonly BookOrder[] = Array.from({ length: 14 }, (_, index) => ({
  id: `A-${1001 + index}`,
  at: new Date(Date.UTC(2026, (index * 4) % 11, 3 + ((index * 7) % 26), 9 + (index % 11), (index * 13) % 60)),
  customer: pick(CUSTOMERS, index),
  channel: pick(CHANNELS, index),
  lines: Array.from({ length: 1 + (index % 3) }, (_line, position) => {
    const [sku, title, price] = pick(WINES, index + position * 2)
    return { sku, title, price, quantity: 1 + ((index + position) % 4) }
  }),
}))

/** Returned bottles: an order whose amounts are negative. */
export const RETURNED: BookOrder = {
  id: 'R-1',
  at: new Date(Date.UTC(2026, 10, 20, 15, 30)),
  customer: 'Ann Lee',
  channel: 'POS',
  lines: [{ sku: 'PN-22', title: 'Pinot Noir Estate', quantity: 1, price: -4850 }],
}

/** What an import must come to. Timestamps are local, in UTC. */
export interface Totals {
  readonly orders: number
  readonly lines: number
  readonly quantity: number
  readonly cents: number
  readonly first: string
  readonly last: string
}

export const padTwoDigits = (value: number): string => String(value).padStart(2, '0')

export const day = (at: Date): string =>
  `${at.getUTCFullYear()}-${padTwoDigits(at.getUTCMonth() + 1)}-${padTwoDigits(at.getUTCDate())}`

export const clock = (at: Date): string => `${padTwoDigits(at.getUTCHours())}:${padTwoDigits(at.getUTCMinutes())}`

/** `hasTime` false: the file has days alone. */
export const computeTotals = (orders: readonly BookOrder[], hasTime: boolean): Totals => {
  const lines = orders.flatMap((order) => order.lines)
  const times = orders.map(({ at }) => `${day(at)} ${hasTime ? clock(at) : '00:00'}:00`).sort()
  return {
    orders: orders.length,
    lines: lines.length,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0),
    first: times[0] ?? '',
    last: times.at(-1) ?? '',
  }
}
