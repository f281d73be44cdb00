import { createHash } from 'node:crypto'
import type { Account, AccountStatus } from '#contract/account.ts'
import { assertFound } from '#contract/errors.ts'
import { changesEndAt, planState } from '#domain/plan.ts'
import { inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { type AccountRow, findAccount, presentAccount, trialDaysLeft } from '#server/modules/accounts/index.ts'
import { countServices, firstLoadProgress } from '#server/modules/services/index.ts'
import { countUsers } from '#server/modules/users/index.ts'
import { DataUnavailable } from '#warehouse/data-unavailable.ts'
import { rebuildStatus } from './time-zone-rebuild.job.ts'

/** Errors: `account.not_found`. */
export const getAccount = async ({ db }: Deps, id: number): Promise<AccountRow> =>
  assertFound(await findAccount(db, id), 'account.not_found')

type PlanColumns = Pick<AccountRow, 'is_trial' | 'trial_expires_at' | 'read_only_from' | 'read_only_reason'>

/** The state of the account's plan, and from when the account is read-only. */
const presentPlanState = (row: PlanColumns, now: number): Pick<AccountStatus, 'planState' | 'changesEndUtc'> => {
  const facts = {
    isTrial: row.is_trial,
    trialExpiresAt: row.trial_expires_at,
    readOnlyFrom: row.read_only_from,
    readOnlyReason: row.read_only_reason,
  }
  return { planState: planState(facts, now), changesEndUtc: changesEndAt(facts)?.toISOString() ?? null }
}

/** The page around the data works without it, too. */
const readDataStatus = async ({ warehouse }: Deps, accountId: number) => {
  try {
    return { data: await warehouse.status(accountId), dataProblem: null }
  } catch (error) {
    if (!(error instanceof DataUnavailable)) throw error
    return { data: { dataVersion: 0, loadedAt: null }, dataProblem: error.message }
  }
}

const versionOf = (account: Account): string => createHash('sha256').update(JSON.stringify(account)).digest('base64url')

/** Plan, counts and freshness of the data, read together. Errors: `account.not_found`. */
export const readStatus = async (deps: Deps, accountId: number): Promise<AccountStatus> => {
  const { row, ...counts } = await inSnapshot(deps.db, async (db) => ({
    row: await getAccount({ ...deps, db }, accountId),
    currentServiceCount: await countServices(db, accountId),
    currentUserCount: await countUsers(db, accountId),
    firstLoad: await firstLoadProgress(db, accountId),
  }))
  // Read last: a load that has ended above is in the data.
  const { data, dataProblem } = await readDataStatus(deps, row.id)
  return {
    ...counts,
    lastSyncUtc: data.loadedAt === null ? null : new Date(data.loadedAt).toISOString(),
    dataVersion: data.dataVersion,
    accountVersion: versionOf(presentAccount(row)),
    trialDaysLeft: trialDaysLeft(row, deps.clock.now()),
    dataProblem,
    rebuild: rebuildStatus(row, data),
    ...presentPlanState(row, deps.clock.now()),
  }
}
