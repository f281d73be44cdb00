import type { z } from 'zod'
import { checkAddress } from '#connectors/kit/address.ts'
import { failFields } from '#contract/errors.ts'
import type { InsightSettings, InsightSettingsChange } from '#contract/insights.ts'
import { isPermitted } from '#domain/role.ts'
import { INSIGHT_KIND_IDS, isInsightKind } from '#insights/registry.ts'
import type { Deps } from '#server/deps.ts'
import { fullName } from '#server/modules/users/index.ts'
import { sealBox } from '#server/platform/sealed-box.ts'
import { readSettings, type StoredSettings, writeSettings } from './store/settings.repo.ts'

type Change = z.output<typeof InsightSettingsChange>
/** The owner id of the sealed key; no service has this id. */
export const MODEL_BOX = 'insight-model'

const usersOf = async (db: Deps['db'], accountId: number) =>
  db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'roles'])
    .where('account_id', '=', accountId)
    .where('disabled_at', 'is', null)
    .execute()

const presented = async ({ db, env }: Deps, accountId: number, stored: StoredSettings): Promise<InsightSettings> => {
  const users = (await usersOf(db, accountId)).filter(({ roles }) => isPermitted(roles, 'reports'))
  const standard = users.filter(({ roles }) => roles.some((role) => role === 'AccountOwner' || role === 'AccountAdmin'))
  const present = new Set(users.map(({ id }) => id))
  return {
    kinds: [...stored.kinds],
    sensitivity: stored.sensitivity,
    cadence: stored.cadence,
    recipients: (stored.recipients ?? standard.map(({ id }) => id)).filter((id) => present.has(id)),
    mayLeave: [...stored.mayLeave],
    model: {
      isOn: stored.usesModel,
      url: stored.modelUrl,
      name: stored.modelName,
      hasKey: stored.modelKey !== null,
      isProvided: env.MODEL_URL !== undefined,
    },
  }
}

export const readInsightSettings = async (deps: Deps, accountId: number): Promise<InsightSettings> =>
  presented(deps, accountId, await readSettings(deps.db, accountId))

const assertAllowedUrl = ({ platforms }: Deps, url: string | null): void => {
  try {
    if (url !== null) checkAddress(url, { allowPrivate: platforms.allowPrivate })
  } catch {
    throw failFields('insight.address_refused', [{ field: 'model.url', message: 'This URL isn’t allowed' }])
  }
}

const assertUsers = async ({ db }: Deps, accountId: number, recipients: readonly string[]): Promise<void> => {
  const users = await usersOf(db, accountId)
  const problems = recipients.flatMap((recipient, index) => {
    const field = `recipients[${index}]`
    const user = users.find(({ id }) => id === recipient)
    if (!user) return [{ field, message: 'This is no user of the account' }]
    return isPermitted(user.roles, 'reports') ? [] : [{ field, message: `${fullName(user)} can’t open reports` }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

/** A key is only sent to the URL that it was entered for. */
const resolveModelKey = ({ keys }: Deps, accountId: number, { url, key }: Change['model'], before: StoredSettings) => {
  if (url === null || key === null) return null
  if (key !== undefined) return sealBox(keys, { accountId, serviceId: MODEL_BOX }, key)
  return url === before.modelUrl ? before.modelKey : null
}

const assertKinds = (kinds: readonly string[]): void => {
  const at = kinds.findIndex((kind) => !isInsightKind(kind))
  if (at >= 0) throw failFields('request.invalid', [{ field: `kinds[${at}]`, message: 'Unknown kind of insight' }])
}

/** Errors: `insight.address_refused`; `request.invalid` for an unknown kind or a recipient who may not open reports of the account. */
export const saveSettings = async (deps: Deps, accountId: number, change: Change): Promise<InsightSettings> => {
  const { model, kinds, recipients, mayLeave, sensitivity, cadence } = change
  assertKinds(kinds)
  assertAllowedUrl(deps, model.url)
  await assertUsers(deps, accountId, recipients)
  const before = await readSettings(deps.db, accountId)
  const stored: StoredSettings = {
    kinds: INSIGHT_KIND_IDS.filter((kind) => kinds.includes(kind)),
    sensitivity,
    cadence,
    recipients: [...new Set(recipients)],
    mayLeave: [...new Set(mayLeave)],
    usesModel: model.isOn ?? before.usesModel,
    modelUrl: model.url,
    modelName: model.url === null ? null : model.name,
    modelKey: resolveModelKey(deps, accountId, model, before),
  }
  await writeSettings(deps.db, accountId, stored, new Date(deps.clock.now()))
  return presented(deps, accountId, stored)
}
