import type { CustomRange } from '#domain/ranges/relative-range.ts'
import type { Filter } from '#semantic/query.ts'
import type { Cell, QuerySession } from '#server/modules/analytics/index.ts'
import { historyQuery } from '#server/modules/insights/index.ts'

export const equal = (columnId: string, value: string): Filter => ({ columnId, comparison: 'Equal', value })

const numberOf = (cell: Cell | undefined): number => Number(cell ?? 0)
const textOf = (cell: Cell | undefined): string | null => (typeof cell === 'string' && cell !== '' ? cell : null)

/** Members of a club today, those on hold included. Null: the data has no such club. */
export const readMembers = async (session: QuerySession, club: string) => {
  const rows = await session.rows(
    historyQuery({
      reportType: 'Memberships',
      columns: ['standing', 'memberCount'],
      groupBy: ['standing'],
      filter: equal('clubName', club),
    }),
  )
  if (rows.length === 0) return null
  const countOf = (standing: string): number => numberOf(rows.find(([one]) => one === standing)?.[1])
  return { members: countOf('active') + countOf('on_hold'), onHold: countOf('on_hold') }
}

/** Who joined and left the club in the days, `until` exclusive. */
export const readChanges = async (
  session: QuerySession,
  club: string,
  days: CustomRange,
): Promise<{ readonly signups: number; readonly cancellations: number }> => {
  const [row = []] = await session.rows(
    historyQuery({
      reportType: 'Memberships',
      columns: ['signups', 'cancellations'],
      groupBy: [],
      days: { ...days, of: 'signupDate' },
      filter: equal('clubName', club),
    }),
  )
  return { signups: numberOf(row[0]), cancellations: numberOf(row[1]) }
}

/** Paid orders of a release by where they went, most first. */
export const readDeliveries = async (session: QuerySession, releaseId: string) => {
  const groupBy = ['deliveryMethod', 'state']
  const rows = await session.rows(
    historyQuery({
      reportType: 'Orders',
      columns: [...groupBy, 'orderCount'],
      groupBy,
      filter: equal('releaseId', releaseId),
    }),
  )
  return rows
    .map(([deliveryMethod, state, orders]) => ({
      deliveryMethod: textOf(deliveryMethod),
      state: textOf(state),
      orders: numberOf(orders),
    }))
    .filter(({ orders }) => orders > 0)
    .toSorted((a, b) => b.orders - a.orders)
}

/** Units of each SKU on the paid orders of a release, most first. */
export const readWines = async (
  session: QuerySession,
  releaseId: string,
): Promise<{ readonly sku: string; readonly units: number }[]> => {
  const rows = await session.rows(
    historyQuery({
      reportType: 'OrderLines',
      columns: ['sku', 'unitsSold'],
      groupBy: ['sku'],
      filter: { and: [equal('releaseId', releaseId), equal('itemKind', 'wine')] },
    }),
  )
  return rows
    .map(([sku, units]) => ({ sku: textOf(sku) ?? '', units: numberOf(units) }))
    .filter(({ sku, units }) => sku !== '' && units > 0)
    .toSorted((a, b) => b.units - a.units)
}
