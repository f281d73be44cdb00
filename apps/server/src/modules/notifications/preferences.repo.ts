import type { NotificationKind } from '#domain/notification-kind.ts'
import type { Db } from '#server/db/database.ts'
import type { Ways } from './ways.policy.ts'

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
