import type { Deps } from '#server/deps.ts'
import { readCodeRules, readVisitRules } from '#server/modules/accounts/index.ts'
import type { StagedLoad } from '#warehouse/staging.ts'
import type { RunRow } from './runs.repo.ts'

interface RunLoad {
  readonly timeZone: string
  readonly mode: 'merge' | 'replace'
  readonly expectedRows: number
  readonly signal: AbortSignal
  /** default: the run's id */
  readonly batchId?: string
}

/** Begins to load what a run reads, under the account's rules. */
export const beginRunLoad = async (
  { db, warehouse }: Pick<Deps, 'db' | 'warehouse'>,
  { id, account_id: accountId, service_id: serviceId }: Pick<RunRow, 'id' | 'account_id' | 'service_id'>,
  { timeZone, batchId = id, ...load }: RunLoad,
): Promise<StagedLoad> =>
  warehouse.beginLoad({
    accountId,
    serviceId,
    batchId,
    calendar: { timeZone },
    visitRules: await readVisitRules(db, accountId),
    codeRules: await readCodeRules(db, accountId),
    ...load,
  })
