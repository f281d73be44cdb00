import type { AccountStatus } from '#contract/account.ts'
import { fail } from '#contract/errors.ts'
import { changesEndAt, planState } from '#domain/plan.ts'
import { inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallContext } from '#server/http/call.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { type AccountRow, findAccount, presentAccount, trialDaysLeft } from '#server/modules/accounts/index.ts'
import { readDataSpan } from '#server/modules/analytics/index.ts'
import { countServices, firstLoadProgress } from '#server/modules/services/index.ts'
import { countUsers } from '#server/modules/users/index.ts'
import { DataUnavailable } from '#warehouse/duckdb/data-unavailable.ts'
import { listDefinitionOptions } from './definition-options.usecases.ts'
import { presentLocation, type SavedSettings, saveLocation, saveSettings } from './save-settings.usecases.ts'
import { rebuildStatus } from './time-zone-rebuild.job.ts'

const settingEntries = (account: AccountRow): [name: string, value: unknown][] => {
  const { definitions, ...settings } = presentAccount(account)
  return Object.entries({ ...settings, ...presentLocation(account), ...definitions })
}

const formatValue = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–' : String(value)

/** Each changed setting with both values: `{ currency: 'USD → EUR' }`. */
const describeChanges = (before: AccountRow, after: AccountRow): Readonly<Record<string, string>> => {
  const old = new Map(settingEntries(before))
  const changed = settingEntries(after).filter(([name, value]) => old.get(name) !== value)
  return Object.fromEntries(
    changed.map(([name, value]) => [name, `${formatValue(old.get(name))} → ${formatValue(value)}`]),
  )
}

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

const { account } = signedIn

const getAccount = async (deps: Pick<Deps, 'db'>, id: number): Promise<AccountRow> => {
  const row = await findAccount(deps.db, id)
  if (!row) throw fail('account.not_found')
  return row
}

/** Notes the changed settings in the audit entry. */
const auditingChanges = async ({ call }: CallContext, saved: Promise<SavedSettings>): Promise<AccountRow> => {
  const { before, after } = await saved
  call.note(describeChanges(before, after))
  return after
}

/** The page around the data works without it, too. */
const readDataStatus = async ({ warehouse }: Pick<Deps, 'warehouse'>, accountId: number) => {
  try {
    return { data: await warehouse.status(accountId), dataProblem: null }
  } catch (error) {
    if (!(error instanceof DataUnavailable)) throw error
    return { data: { dataVersion: 0, loadedAt: null }, dataProblem: error.message }
  }
}

type SettingsCalls = 'get' | 'status' | 'dataSpan' | 'update' | 'rename' | 'location' | 'saveLocation'

/** The account and its settings. */
export const accountSettingsRoutes: Pick<RoutesOf<'account'>, SettingsCalls> = {
  get: account.get.handler(async ({ context: { caller, deps } }) =>
    presentAccount(await getAccount(deps, caller.accountId)),
  ),
  status: account.status.handler(async ({ context: { caller, deps } }) => {
    const { row, ...counts } = await inSnapshot(deps.db, async (db) => ({
      row: await getAccount({ db }, caller.accountId),
      currentServiceCount: await countServices(db, caller.accountId),
      currentUserCount: await countUsers(db, caller.accountId),
      firstLoad: await firstLoadProgress(db, caller.accountId),
    }))
    // Read last: a load that has ended above is in the data.
    const { data, dataProblem } = await readDataStatus(deps, row.id)
    return {
      ...counts,
      lastSyncUtc: data.loadedAt === null ? null : new Date(data.loadedAt).toISOString(),
      dataVersion: data.dataVersion,
      trialDaysLeft: trialDaysLeft(row, deps.clock.now()),
      dataProblem,
      rebuild: rebuildStatus(row, data),
      ...presentPlanState(row, deps.clock.now()),
    }
  }),
  dataSpan: account.dataSpan.handler(({ context: { caller, deps } }) => readDataSpan(deps, caller.accountId)),
  update: account.update.handler(async ({ input: { id, ...change }, context }) => {
    if (id !== context.caller.accountId) throw fail('account.not_found')
    return presentAccount(await auditingChanges(context, saveSettings(context.deps, context.caller, change)))
  }),
  rename: account.rename.handler(async ({ input: { name }, context }) =>
    presentAccount(await auditingChanges(context, saveSettings(context.deps, context.caller, { name }))),
  ),
  location: account.location.handler(async ({ context: { caller, deps } }) =>
    presentLocation(await getAccount(deps, caller.accountId)),
  ),
  saveLocation: account.saveLocation.handler(async ({ input, context }) =>
    presentLocation(await auditingChanges(context, saveLocation(context.deps, context.caller, input))),
  ),
}

export const definitionsRoutes: Pick<RoutesOf<'account'>, 'definitions'> = {
  definitions: signedIn.account.definitions.handler(({ context }) => listDefinitionOptions(context)),
}
