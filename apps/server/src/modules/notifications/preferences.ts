import { failFields } from '#contract/errors.ts'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { kindInfo, NOTIFICATION_KIND_IDS, type NotificationKind } from '#domain/notification-kind.ts'
import { isPermitted } from '#domain/permission.ts'
import type { Db } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'

/** How a notification reaches a user. */
interface Ways {
  readonly inApp: boolean
  readonly email: boolean
}

/** What a user chose, as far as the kind leaves a choice; without one as the kind says. */
export const waysOf = (kind: NotificationKind, chosen: Ways | undefined): Ways => {
  const { inApp, email, canBeMuted } = kindInfo(kind)
  if (!canBeMuted || !chosen) return { inApp, email: email ?? false }
  return { inApp: chosen.inApp, email: email === null ? false : chosen.email }
}

/** What of a choice the kind does not allow; null when it allows all. */
export const refusedChoice = (kind: NotificationKind, chosen: Ways): string | null => {
  const { title, canBeMuted, inApp, email } = kindInfo(kind)
  if (email === null && chosen.email) return `"${title}" is not mailed`
  if (!canBeMuted && (chosen.inApp !== inApp || chosen.email !== (email ?? false)))
    return `"${title}" cannot be turned off`
  return null
}

interface OfUser {
  readonly accountId: number
  readonly userId: string
}

/** What a user chose, by kind. */
export const readPreferences = async (
  db: Db,
  { accountId, userId }: OfUser,
): Promise<ReadonlyMap<NotificationKind, Ways>> => {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'in_app as inApp', 'email'])
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .execute()
  return new Map(rows.map(({ kind, ...ways }) => [kind, ways]))
}

/** What users of the account chose for a kind, by user. */
export const preferencesForKind = async (
  db: Db,
  accountId: number,
  kind: NotificationKind,
): Promise<ReadonlyMap<string, Ways>> => {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id as userId', 'in_app as inApp', 'email'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .execute()
  return new Map(rows.map(({ userId, ...ways }) => [userId, ways]))
}

export const writePreferences = async (
  db: Db,
  { accountId, userId }: OfUser,
  chosen: readonly (Ways & { readonly kind: NotificationKind })[],
): Promise<void> => {
  if (chosen.length === 0) return
  await db
    .insertInto('notification_preferences')
    .values(
      chosen.map(({ kind, inApp, email }) => ({
        account_id: accountId,
        user_id: userId,
        kind,
        in_app: inApp,
        email,
      })),
    )
    .onConflict((row) =>
      row.columns(['account_id', 'user_id', 'kind']).doUpdateSet((given) => ({
        in_app: given.ref('excluded.in_app'),
        email: given.ref('excluded.email'),
      })),
    )
    .execute()
}

/** How each kind that the caller's roles are told of reaches them. */
export const preferencesOf = async (deps: Pick<Deps, 'db'>, caller: Caller): Promise<NotificationPreferences> => {
  const chosen = await readPreferences(deps.db, caller)
  const kinds = NOTIFICATION_KIND_IDS.filter((kind) => isPermitted(caller.roles, kindInfo(kind).audience))
  return {
    address: caller.email,
    preferences: kinds.map((kind) => ({ kind, ...waysOf(kind, chosen.get(kind)) })),
  }
}

/** Keeps choices; of a kind that is named twice the last one. Errors: `request.invalid` for what a kind does not allow. */
export const savePreferences = async (
  deps: Pick<Deps, 'db'>,
  caller: Caller,
  given: readonly NotificationPreference[],
): Promise<NotificationPreferences> => {
  const problems = given.flatMap(({ kind, ...ways }, place) => {
    const message = refusedChoice(kind, ways)
    return message === null ? [] : [{ field: `preferences.${place}`, message }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  const last = new Map(given.map((preference) => [preference.kind, preference]))
  await writePreferences(deps.db, caller, [...last.values()])
  return preferencesOf(deps, caller)
}
