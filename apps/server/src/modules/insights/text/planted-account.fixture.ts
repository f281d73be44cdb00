import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'
import { plantedClub } from './planted-club.fixture.ts'

const ZONE = 'America/Los_Angeles'
const CURRENCY = 'USD'

type Orders = readonly CanonicalRecord<'orders'>[]
type Lines = readonly CanonicalRecord<'order_lines'>[]

/** Days before the last one; start inclusive, end exclusive. */
interface Stretch {
  readonly from: number
  readonly until: number
}

/** Planted events of the winery, in days before its last one; the periods depend on the seed. */
const planOf = (seed: number) => ({
  silent: [200, 95].map((back): Stretch => ({ from: back + seed, until: back + seed - 3 })),
  tripled: [250, 150, 60, 12].map((back): Stretch => ({ from: back + seed, until: back + seed - 6 })),
  /** almost no tasting room sales */
  closed: [220, 120, 30].map((back): Stretch => ({ from: back + seed, until: back + seed - 8 })),
  /** no orders are attributed to visitors */
  unsold: [{ from: 133, until: 105 }] satisfies Stretch[],
  /** a quarter off in the tasting room */
  discounted: [{ from: 40 + seed, until: 8 + seed }] satisfies Stretch[],
  soldOutAt: [50 + seed, 130 + seed],
  raised: [80, 100, 150, 190, 240].map((at, index) => ({ at: at + seed, times: index % 2 === 0 ? 1.4 : 0.7 })),
})

const isWithin = (day: LocalDay, today: LocalDay, { from, until }: Stretch): boolean =>
  day >= addDays(today, -from) && day < addDays(today, -until)

const again = <Row extends { readonly source_id: string }>(row: Row, time: number): string => `${row.source_id}x${time}`

const sellers = (lines: Lines): string[] => {
  const counts = new Map<string, number>()
  for (const { sku, item_kind } of lines)
    if (typeof sku === 'string' && item_kind === 'wine') counts.set(sku, (counts.get(sku) ?? 0) + 1)
  return [...counts].toSorted((a, b) => b[1] - a[1]).map(([sku]) => sku)
}

/** Orders and lines with planted events: days without sales, tripled weeks, a closed room, discontinued, repriced and discounted products. */
const plant = (orders: Orders, lines: Lines, seed: number, today: LocalDay): { orders: Orders; lines: Lines } => {
  const plan = planOf(seed)
  const dayOf = new Map(orders.map(({ source_id, ordered }) => [source_id, String(ordered).slice(0, 10)]))
  const isIn = (stretches: readonly Stretch[], day: string) => stretches.some((one) => isWithin(day, today, one))
  const retained = orders.filter(({ source_id, channel }) => {
    const day = dayOf.get(source_id) ?? ''
    return !isIn(plan.silent, day) && !(channel === 'pos' && isIn(plan.closed, day))
  })
  const isRetained = new Set(retained.map(({ source_id }) => source_id))
  const isTripled = new Set(
    retained
      .filter(({ source_id }) => isIn(plan.tripled, dayOf.get(source_id) ?? ''))
      .map(({ source_id }) => source_id),
  )
  const best = sellers(lines)
  const soldOutAt = new Map(plan.soldOutAt.map((back, index) => [best[index], addDays(today, -back)]))
  const raised = new Map(
    plan.raised.map(({ at, times }, index) => [
      best[plan.soldOutAt.length + index],
      { from: addDays(today, -at), times },
    ]),
  )
  const retainedLines = lines.filter(({ order_source_id, sku }) => {
    const goneFrom = soldOutAt.get(String(sku))
    const isGone = goneFrom !== undefined && (dayOf.get(order_source_id) ?? '') >= goneFrom
    return isRetained.has(order_source_id) && !isGone
  })
  const priced = retainedLines.map((line) => {
    const change = raised.get(String(line.sku))
    const isChanged = change !== undefined && (dayOf.get(line.order_source_id) ?? '') >= change.from
    return isChanged ? { ...line, amount: Math.round(Number(line.amount) * change.times) } : line
  })
  const named = retained.map((order) =>
    order.channel === 'pos' && isIn(plan.unsold, dayOf.get(order.source_id) ?? '')
      ? { ...order, customer_source_id: null }
      : order,
  )
  const discounted = named.map((order) =>
    order.channel === 'pos' && isIn(plan.discounted, dayOf.get(order.source_id) ?? '')
      ? { ...order, discount: Math.round(Number(order.subtotal) / 4) }
      : order,
  )
  return {
    orders: discounted.flatMap((order) =>
      isTripled.has(order.source_id)
        ? [order, ...[1, 2].map((time) => ({ ...order, source_id: again(order, time), tip: Number(order.tip) + time }))]
        : [order],
    ),
    lines: priced.flatMap((line) =>
      isTripled.has(line.order_source_id)
        ? [
            line,
            ...[1, 2].map((time) => ({
              ...line,
              source_id: `${line.order_source_id}x${time}/${line.line_id}`,
              order_source_id: `${line.order_source_id}x${time}`,
            })),
          ]
        : [line],
    ),
  }
}

/** Days before the last one of a day with many tastings, the parties of each host, and how many of them bought. */
const TASTINGS_AT = 14
const PARTIES = 20
const BUYERS = { Ana: 18, Ben: 10, Chloe: 3 } as const

/** Parties of two at hosts who sell to very different shares of them. `visits` are templates, `orders` what buyers bought. */
const plantTastings = (
  visits: readonly CanonicalRecord<'reservations'>[],
  orders: Orders,
  today: LocalDay,
): CanonicalRecord<'reservations'>[] => {
  const [template] = visits.filter(({ status }) => status === 'closed_out' || status === 'checked_in')
  const bought = orders.filter(({ channel, is_refund }) => channel === 'pos' && is_refund !== true)
  if (template === undefined) return []
  return Object.entries(BUYERS).flatMap(([host, buyers], index) =>
    Array.from({ length: PARTIES }, (_, at) => ({
      ...template,
      source_id: `${host} ${at}`,
      reserved: `${addDays(today, -TASTINGS_AT)} 12:00:00`,
      guests: 2,
      trade_guests: null,
      team_member: host,
      customer_source_id: null,
      order_source_id: at < buyers ? (bought[index * PARTIES + at]?.source_id ?? null) : null,
    })),
  )
}

/** Without an order id, a visit's sale is only known from its customer's order of the same day. */
const withoutOrder = (row: object): object => ({ ...row, order_source_id: null })

interface Planted {
  readonly seed: number
  readonly orders: number
  readonly today: LocalDay
}

/** A member of an account with a generated winery and planted events. */
export const plantedAccount = async (t: TestApp, { seed, orders, today }: Planted): Promise<Member> => {
  const member = await t.register({ timeZone: ZONE, currency: CURRENCY })
  const load = await t.deps.warehouse.beginLoad({
    accountId: member.accountId,
    serviceId: 'planted',
    batchId: 'b',
    calendar: { timeZone: ZONE },
    mode: 'replace',
  })
  const own: CanonicalRecord<'orders'>[] = []
  const ownLines: CanonicalRecord<'order_lines'>[] = []
  const visits: CanonicalRecord<'reservations'>[] = []
  const append = <Table extends CanonicalTable>(table: Table, rows: readonly unknown[]) =>
    load.append(table, rows as readonly CanonicalRecord<Table>[])
  for (const { table, rows } of generateSampleWinery({ seed, today, orders, years: 2, currency: CURRENCY })) {
    if (table === 'orders') own.push(...(rows as unknown as Orders))
    else if (table === 'order_lines') ownLines.push(...(rows as unknown as Lines))
    else await append(table, table === 'reservations' ? rows.map(withoutOrder) : rows)
    if (table === 'reservations') visits.push(...(rows as unknown as CanonicalRecord<'reservations'>[]))
  }
  const club = plantedClub(seed, today)
  await append('memberships', club.memberships)
  await append('membership_holds', club.membership_holds)
  const planted = plant(own, ownLines, seed, today)
  await append('reservations', plantTastings(visits, planted.orders, today))
  await append('orders', planted.orders)
  await append('order_lines', planted.lines)
  await load.commit()
  return member
}
