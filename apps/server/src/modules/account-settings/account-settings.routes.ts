import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { CallContext } from '#server/http/call.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { presentAccount, presentPlanState, trialDaysLeft } from '#server/modules/accounts/account.present.ts'
import { type AccountRow, countServices, findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { countUsers } from '#server/modules/users/users.repo.ts'
import { definitionChoices } from './definition-options.usecases.ts'
import { presentLocation, saveLocation, saveSettings } from './save-settings.usecases.ts'
import { rebuildStatus } from './time-zone-rebuild.job.ts'

const entriesOf = (account: AccountRow): [name: string, value: unknown][] => {
  const { definitions, ...settings } = presentAccount(account)
  return Object.entries({ ...settings, ...presentLocation(account), ...definitions })
}

const written = (value: unknown): string =>
  value === null || value === undefined || value === '' ? '–' : String(value)

/** Each setting that differs, with both values: `{ currency: 'USD → EUR' }`. */
const settingsChanged = (before: AccountRow, after: AccountRow): Readonly<Record<string, string>> => {
  const old = new Map(entriesOf(before))
  const changed = entriesOf(after).filter(([name, value]) => old.get(name) !== value)
  return Object.fromEntries(changed.map(([name, value]) => [name, `${written(old.get(name))} → ${written(value)}`]))
}

const { account } = signedIn

const accountOf = async (deps: Deps, id: number): Promise<AccountRow> => {
  const row = await findAccount(deps.db, id)
  if (!row) throw fail('account.not_found')
  return row
}

/** Changes settings, and has the audit log say which. */
const noting = async ({ caller, deps, call }: CallContext, save: () => Promise<AccountRow>): Promise<AccountRow> => {
  const before = await accountOf(deps, caller.accountId)
  const after = await save()
  call.note(settingsChanged(before, after))
  return after
}

type SettingsCalls = 'get' | 'status' | 'update' | 'rename' | 'location' | 'saveLocation'

/** The account and its settings. */
export const accountsRoutes: Pick<RoutesOf<'account'>, SettingsCalls> = {
  get: account.get.handler(async ({ context: { caller, deps } }) =>
    presentAccount(await accountOf(deps, caller.accountId)),
  ),
  status: account.status.handler(async ({ context: { caller, deps } }) => {
    const row = await accountOf(deps, caller.accountId)
    const data = await deps.warehouse.status(row.id)
    return {
      currentServiceCount: await countServices(deps.db, row.id),
      currentUserCount: await countUsers(deps.db, row.id),
      lastSyncUtc: data.loadedAt === null ? null : new Date(data.loadedAt).toISOString(),
      dataVersion: data.dataVersion,
      trialDaysLeft: trialDaysLeft(row, deps.clock.now()),
      rebuild: rebuildStatus(row, data),
      ...presentPlanState(row, deps.clock.now()),
    }
  }),
  update: account.update.handler(async ({ input: { id, ...change }, context }) => {
    if (id !== context.caller.accountId) throw fail('account.not_found')
    return presentAccount(await noting(context, () => saveSettings(context.deps, context.caller, change)))
  }),
  rename: account.rename.handler(async ({ input: { name }, context }) =>
    presentAccount(await noting(context, () => saveSettings(context.deps, context.caller, { name }))),
  ),
  location: account.location.handler(async ({ context: { caller, deps } }) =>
    presentLocation(await accountOf(deps, caller.accountId)),
  ),
  saveLocation: account.saveLocation.handler(async ({ input, context }) =>
    presentLocation(await noting(context, () => saveLocation(context.deps, context.caller, input))),
  ),
}

export const definitionsRoutes: Pick<RoutesOf<'account'>, 'definitions'> = {
  definitions: signedIn.account.definitions.handler(({ context }) => definitionChoices(context)),
}
