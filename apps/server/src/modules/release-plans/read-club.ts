import type { CustomRange } from '#domain/ranges/relative-range.ts'
import type { Filter } from '#semantic/query.ts'
import type { Cell, QuerySession } from '#server/modules/analytics/index.ts'
import { historyQuery } from '#server/modules/insights/index.ts'

export const equal = (columnId: string, value: string): Filter => ({ columnId, comparison: 'Equal', value })

interface Groups extends Pick<Parameters<typeof historyQuery>[0], 'reportType' | 'days' | 'filter'> {
  readonly by: readonly string[]
  readonly of: readonly string[]
}

const readGroups = (session: QuerySession, { by, of, ...wanted }: Groups): Promise<Cell[][]> =>
  session.rows(historyQuery({ ...wanted, columns: [...by, ...of], groupBy: by }))

const numberOf = (cell: Cell | undefined): number => Number(cell ?? 0)
const textOf = (cell: Cell | undefined): string | null => (typeof cell === 'string' && cell !== '' ? cell : null)

/** Members of a club today, those on hold included. Null: the data has no such club. */
export const readMembers = async (session: QuerySession, club: string) => {
  const filter = equal('clubName', club)
  const rows = await readGroups(session, { reportType: 'Memberships', by: ['standing'], of: ['memberCount'], filter })
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
  const [row = []] = await readGroups(session, {
    reportType: 'Memberships',
    by: [],
    of: ['signups', 'cancellations'],
    days: { ...days, of: 'signupDate' },
    filter: equal('clubName', club),
  })
  return { signups: numberOf(row[0]), cancellations: numberOf(row[1]) }
}

/** Paid orders of a release by where they went, most first. */
export const readDeliveries = async (session: QuerySession, releaseId: string) => {
  const by = ['deliveryMethod', 'state']
  const filter = equal('releaseId', releaseId)
  const rows = await readGroups(session, { reportType: 'Orders', by, of: ['orderCount'], filter })
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
  const filter = { and: [equal('releaseId', releaseId), equal('itemKind', 'wine')] }
  const rows = await readGroups(session, { reportType: 'OrderLines', by: ['sku'], of: ['unitsSold'], filter })
  return rows
    .map(([sku, units]) => ({ sku: textOf(sku) ?? '', units: numberOf(units) }))
    .filter(({ sku, units }) => sku !== '' && units > 0)
    .toSorted((a, b) => b.units - a.units)
}
