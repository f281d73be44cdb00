import type { Deps } from '#server/deps.ts'
import { readCodeRules, readSeparation, readVisitRules } from '#server/modules/accounts/index.ts'
import type { StagedLoad } from '#warehouse/staging.ts'
import type { RunRow } from './runs.repo.ts'

interface RunLoad {
  readonly timeZone: string
  readonly mode: 'merge' | 'replace'
  readonly isCurrent?: boolean
  readonly expectedRows: number
  readonly signal: AbortSignal
  /** default: the run's id */
  readonly batchId?: string
}

/** Calls `use` with a load of what a run reads, under the account's rules, which it is to commit. */
export const withRunLoad = async <Result>(
  { db, warehouse }: Deps,
  { id, account_id: accountId, service_id: serviceId }: Pick<RunRow, 'id' | 'account_id' | 'service_id'>,
  { timeZone, batchId = id, ...options }: RunLoad,
  use: (load: StagedLoad) => Promise<Result>,
): Promise<Result> => {
  const load = await warehouse.beginLoad({
    accountId,
    serviceId,
    batchId,
    calendar: { timeZone, separateCustomers: await readSeparation(db, accountId) },
    visitRules: await readVisitRules(db, accountId),
    codeRules: await readCodeRules(db, accountId),
    ...options,
  })
  try {
    return await use(load)
  } finally {
    await load.discard()
  }
}
