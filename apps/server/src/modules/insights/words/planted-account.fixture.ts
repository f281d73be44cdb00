import { generateSampleWinery } from '#connectors/sample/sample-winery.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { TestApp } from '#testkit/test-app.ts'
import type { Member } from '#testkit/test-client.ts'

const ZONE = 'America/Los_Angeles'
const CURRENCY = 'USD'

type Orders = readonly CanonicalRecord<'orders'>[]
type Lines = readonly CanonicalRecord<'order_lines'>[]

/** Days before the last one, the first in and the last out. */
interface Stretch {
  readonly from: number
  readonly until: number
}

/** What happens to the winery, in days before its last one: other stretches by seed. */
const planOf = (seed: number) => ({
  silent: [200, 95].map((back): Stretch => ({ from: back + seed, until: back + seed - 3 })),
  tripled: [250, 150, 60, 12].map((back): Stretch => ({ from: back + seed, until: back + seed - 6 })),
  /** hardly anything is sold in the tasting room */
  closed: [220, 120, 30].map((back): Stretch => ({ from: back + seed, until: back + seed - 8 })),
  soldOutAt: 50 + seed,
  raisedAt: 80 + seed,
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

/** Orders and lines with what is planted: silent days, weeks three times as busy, a closed room, a product gone and a dearer one. */
const plant = (orders: Orders, lines: Lines, seed: number, today: LocalDay): { orders: Orders; lines: Lines } => {
  const plan = planOf(seed)
  const dayOf = new Map(orders.map(({ source_id, ordered }) => [source_id, String(ordered).slice(0, 10)]))
  const isIn = (stretches: readonly Stretch[], day: string) => stretches.some((one) => isWithin(day, today, one))
  const kept = orders.filter(({ source_id, channel }) => {
    const day = dayOf.get(source_id) ?? ''
    return !isIn(plan.silent, day) && !(channel === 'pos' && isIn(plan.closed, day))
  })
  const isKept = new Set(kept.map(({ source_id }) => source_id))
  const isTripled = new Set(
    kept.filter(({ source_id }) => isIn(plan.tripled, dayOf.get(source_id) ?? '')).map(({ source_id }) => source_id),
  )
  const [soldOut, raised] = sellers(lines)
  const keptLines = lines.filter(({ order_source_id, sku }) => {
    const isGone = sku === soldOut && (dayOf.get(order_source_id) ?? '') >= addDays(today, -plan.soldOutAt)
    return isKept.has(order_source_id) && !isGone
  })
  const priced = keptLines.map((line) => {
    const isDearer = line.sku === raised && (dayOf.get(line.order_source_id) ?? '') >= addDays(today, -plan.raisedAt)
    return isDearer ? { ...line, amount: Math.round(Number(line.amount) * 1.4) } : line
  })
  return {
    orders: kept.flatMap((order) =>
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

interface Planted {
  readonly seed: number
  readonly orders: number
  readonly today: LocalDay
}

/** A member whose account holds a made-up winery to which things happened. */
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
  const append = <Table extends CanonicalTable>(table: Table, rows: readonly unknown[]) =>
    load.append(table, rows as readonly CanonicalRecord<Table>[])
  for (const { table, rows } of generateSampleWinery({ seed, today, orders, years: 2, currency: CURRENCY })) {
    if (table === 'orders') own.push(...(rows as unknown as Orders))
    else if (table === 'order_lines') ownLines.push(...(rows as unknown as Lines))
    else await append(table, rows)
  }
  const planted = plant(own, ownLines, seed, today)
  await append('orders', planted.orders)
  await append('order_lines', planted.lines)
  await load.commit()
  return member
}
