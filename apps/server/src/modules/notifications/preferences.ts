import { failFields } from '#contract/errors.ts'
import type { NotificationPreference, NotificationPreferences } from '#contract/notifications.ts'
import { kindInfo, NOTIFICATION_KIND_IDS, type NotificationKind } from '#domain/notification-kind.ts'
import { isPermitted } from '#domain/role.ts'
import type { Db, UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'

/** The channels through which a user receives a notification. */
interface Channels {
  readonly inApp: boolean
  readonly email: boolean
}

/** The user's preference where the kind allows one, else the kind's default. */
export const resolveChannels = (kind: NotificationKind, chosen: Channels | undefined): Channels => {
  const { email, isMandatory } = kindInfo(kind)
  if (isMandatory || !chosen) return { inApp: true, email: email ?? false }
  return { inApp: chosen.inApp, email: email === null ? false : chosen.email }
}

/** Why the kind does not allow a preference; null when it does. */
const preferenceProblem = (kind: NotificationKind, chosen: Channels): string | null => {
  const { title, isMandatory, email } = kindInfo(kind)
  if (email === null && chosen.email) return `“${title}” isn’t emailed`
  if (isMandatory && (!chosen.inApp || chosen.email !== (email ?? false))) return `“${title}” can’t be turned off`
  return null
}

/** A user's saved preferences, by kind. */
const readPreferences = async (
  db: Db,
  { accountId, userId }: UserKey,
): Promise<ReadonlyMap<NotificationKind, Channels>> => {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['kind', 'in_app as inApp', 'email'])
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .execute()
  return new Map(rows.map(({ kind, ...ways }) => [kind, ways]))
}

/** The account's saved preferences for a kind, by user. */
export const findPreferencesForKind = async (
  db: Db,
  accountId: number,
  kind: NotificationKind,
): Promise<ReadonlyMap<string, Channels>> => {
  const rows = await db
    .selectFrom('notification_preferences')
    .select(['user_id as userId', 'in_app as inApp', 'email'])
    .where((eb) => eb.and({ account_id: accountId, kind }))
    .execute()
  return new Map(rows.map(({ userId, ...ways }) => [userId, ways]))
}

const writePreferences = async (
  db: Db,
  { accountId, userId }: UserKey,
  chosen: readonly (Channels & { readonly kind: NotificationKind })[],
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

/** The caller's channels for each kind that the caller's roles receive. */
export const listPreferences = async (deps: Deps, caller: Caller): Promise<NotificationPreferences> => {
  const chosen = await readPreferences(deps.db, caller)
  const kinds = NOTIFICATION_KIND_IDS.filter((kind) => isPermitted(caller.roles, kindInfo(kind).audience))
  return {
    address: caller.email,
    preferences: kinds.map((kind) => ({ kind, ...resolveChannels(kind, chosen.get(kind)) })),
  }
}

/** Saves preferences; for a kind named twice the last one counts. Errors: `request.invalid` for preferences that a kind does not allow. */
export const savePreferences = async (
  deps: Deps,
  caller: Caller,
  given: readonly NotificationPreference[],
): Promise<NotificationPreferences> => {
  const problems = given.flatMap(({ kind, ...ways }, index) => {
    const message = preferenceProblem(kind, ways)
    return message === null ? [] : [{ field: `preferences[${index}]`, message }]
  })
  if (problems.length > 0) throw failFields('request.invalid', problems)
  const last = new Map(given.map((preference) => [preference.kind, preference]))
  await writePreferences(deps.db, caller, [...last.values()])
  return listPreferences(deps, caller)
}
