import { fail } from '#contract/errors.ts'
import type { CallContext } from '#server/http/call.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { type AccountRow, presentAccount } from '#server/modules/accounts/index.ts'
import { readDataSpan } from '#server/modules/analytics/index.ts'
import { listDefinitionOptions } from './definition-options.usecases.ts'
import { getAccount, readStatus } from './read-account.usecases.ts'
import { presentLocation, type SavedSettings, saveLocation, saveSettings } from './save-settings.usecases.ts'

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

const { account } = signedIn

/** Notes the changed settings in the audit entry. */
const auditingChanges = async ({ call }: CallContext, saved: Promise<SavedSettings>): Promise<AccountRow> => {
  const { before, after } = await saved
  call.note(describeChanges(before, after))
  return after
}

type SettingsCalls = 'get' | 'status' | 'dataSpan' | 'update' | 'rename' | 'location' | 'saveLocation'

/** The account and its settings. */
export const accountSettingsRoutes: Pick<RoutesOf<'account'>, SettingsCalls> = {
  get: account.get.handler(async ({ context: { caller, deps } }) =>
    presentAccount(await getAccount(deps, caller.accountId)),
  ),
  status: account.status.handler(({ context: { caller, deps } }) => readStatus(deps, caller.accountId)),
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
