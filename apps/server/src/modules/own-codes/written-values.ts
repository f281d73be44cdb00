import { z } from 'zod'
import { CODE_LISTS, type CodeList } from '#domain/own-codes.ts'
import type { SemanticQuery } from '#semantic/query.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { getCachedResult, loadAnalyticsSettings, type QuerySession } from '#server/modules/analytics/index.ts'

/** What sources wrote in a list's column, the standard code that it has, and how many orders have it. */
const WrittenValues = z.array(
  z.object({ list: z.enum(CODE_LISTS), value: z.string(), code: z.string(), orders: z.number().int() }),
)
export type WrittenValues = z.infer<typeof WrittenValues>

/** Distinct values that are read of each list; rarer ones are left out. */
const MAX_VALUES = 500

const buildQuery = (list: CodeList, written = list === 'itemKind' ? 'category' : `${list}Raw`): SemanticQuery => ({
  reportType: list === 'itemKind' ? 'OrderLines' : 'Orders',
  columns: [
    { columnId: written, aggregation: 'None' },
    { columnId: list, aggregation: 'None' },
    { columnId: 'orderId', aggregation: 'Count' },
  ],
  grain: 'groups',
  groupBy: [written, list],
  filter: { columnId: written, comparison: 'IsNotNull', value: null },
  range: null,
  sort: [
    { column: 2, direction: 'desc' },
    { column: 0, direction: 'asc' },
  ],
  top: null,
  page: { offset: 0, limit: MAX_VALUES },
})

const read = async (session: QuerySession): Promise<WrittenValues> => {
  const lists = await Promise.all(
    CODE_LISTS.map(async (list) => {
      const rows = await session.rows(buildQuery(list))
      return rows.map(([value, code, orders]) => ({
        list,
        value: String(value),
        code: String(code),
        orders: Number(orders),
      }))
    }),
  )
  return lists.flat()
}

/** Cached per data version. */
export const readWrittenValues = async (deps: Deps, caller: Caller, signal: AbortSignal): Promise<WrittenValues> => {
  const settings = await loadAnalyticsSettings(deps, caller)
  const cached = await getCachedResult(deps, { settings, query: 'values of code columns', signal }, read)
  return cached === null ? [] : WrittenValues.parse(JSON.parse(Buffer.from(cached.bytes).toString('utf8')))
}
