import { fail } from '#contract/errors.ts'
import type { ImportSettings } from '#contract/imports.ts'
import { largelyExist } from '#domain/commerce.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import type { CsvImportPlan } from '#warehouse/staging.ts'
import { readWithoutStoring } from './check-import.usecases.ts'

interface PlannedImport {
  readonly caller: Pick<Caller, 'accountId' | 'account'>
  readonly signal: AbortSignal
  /** service that is to get the rows */
  readonly into: string
  readonly plan: CsvImportPlan
  readonly duplicates: ImportSettings['duplicates']
}

/**
 * The service that gets the rows of a file: with `replace`, the one that has most of its orders already. Throws
 * `service.orders_exist` when another service has many of them and the request does not say what to do. The file is only read
 * where another service has orders.
 */
export const serviceForOrders = async (
  deps: Deps,
  { caller, signal, into, plan, duplicates }: PlannedImport,
): Promise<string> => {
  const hasOrders = plan.kind === 'orders' || plan.kind === 'order_lines'
  if (duplicates === 'keep' || !hasOrders || !(await haveOthersOrders(deps, caller.accountId, into))) return into
  const { totals, overlaps } = await readWithoutStoring(deps, { caller, signal, serviceId: into, plan })
  const orders = totals.rows.orders ?? 0
  const [most] = overlaps
  if (!most || !largelyExist(most.orders, orders)) return into
  if (duplicates === 'replace' && most.acceptsFiles) return most.serviceId
  throw fail('service.orders_exist', {
    field: 'duplicates',
    values: { existing: String(most.orders), orders: String(orders), service: most.name },
  })
}

const haveOthersOrders = async ({ warehouse }: Deps, accountId: number, serviceId: string): Promise<boolean> => {
  const sql = 'SELECT 1 FROM orders WHERE service_id <> $1 LIMIT 1'
  return (await warehouse.query(accountId, { sql, params: [serviceId] })).rows.length > 0
}
