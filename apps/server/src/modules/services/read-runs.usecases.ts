import { assertFound } from '#contract/errors.ts'
import type { Page } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { requireService } from './find-service.ts'
import { recordRunViewed } from './notify-run-result.ts'
import { listQuarantinedOfRun, listUnresolvedQuarantined } from './quarantined-records.repo.ts'
import { findRun, listRuns, type RunRow } from './runs.repo.ts'
import type { ServiceKey } from './services.repo.ts'

/** A page of a service's runs, newest first, and their total count. Errors: `service.not_found`. */
export const readRuns = async (deps: Deps, of: ServiceKey, page: Page) => {
  await requireService(deps, of.accountId, of.serviceId)
  return listRuns(deps.db, of, page)
}

/** Errors: `service.run_not_found`. */
const requireRun = async ({ db }: Deps, of: ServiceKey, runId: string): Promise<RunRow> =>
  assertFound(await findRun(db, of, runId), 'service.run_not_found')

/** A run, which its reader has viewed from now on. Errors: `service.run_not_found`. */
export const readRun = async (
  deps: Deps,
  { accountId, userId }: Caller,
  serviceId: string,
  runId: string,
): Promise<RunRow> => {
  const row = await requireRun(deps, { accountId, serviceId }, runId)
  await recordRunViewed(deps, row, userId)
  return row
}

/** A page of the records that a run quarantined, and their total count. Errors: `service.run_not_found`. */
export const quarantinedOfRun = async (deps: Deps, of: ServiceKey, runId: string, page: Page) => {
  await requireRun(deps, of, runId)
  return listQuarantinedOfRun(deps.db, { accountId: of.accountId, runId }, page)
}

/** A page of the service's records that are still quarantined, and their total count. Errors: `service.not_found`. */
export const unresolvedQuarantined = async (deps: Deps, of: ServiceKey, page: Page) => {
  await requireService(deps, of.accountId, of.serviceId)
  return listUnresolvedQuarantined(deps.db, of, page)
}
