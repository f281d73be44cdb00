import type { Selectable } from 'kysely'
import { isPermitted } from '#domain/role.ts'
import { type Db, deletesAny, type UserKey } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { fullName } from '#server/modules/users/index.ts'
import type { AlertRow } from './alerts.repo.ts'

/** A colleague of an alert's owner who can sign in. */
export interface Recipient {
  readonly userId: string
  readonly name: string
  readonly roles: Selectable<Schema['users']>['roles']
  /** null: the account's */
  readonly ownCulture: string | null
}

/** The recipients of alerts who can sign in, by name, by the alert's id. */
export const listRecipients = async (
  db: Db,
  accountId: number,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Recipient[]>> => {
  if (alertIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert_recipients')
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'alert_recipients.user_id').on('users.account_id', '=', accountId),
    )
    .where('alert_recipients.account_id', '=', accountId)
    .where('alert_recipients.alert_id', 'in', alertIds)
    .where('users.disabled_at', 'is', null)
    .select(['alert_id', 'users.id', 'users.roles', 'users.culture', 'users.first_name', 'users.last_name'])
    .orderBy('users.first_name')
    .orderBy('users.last_name')
    .orderBy('users.id')
    .execute()
  const byAlert = Map.groupBy(rows, ({ alert_id }) => alert_id)
  const recipientsOf = (of: typeof rows): Recipient[] =>
    of.map((row) => ({ userId: row.id, name: fullName(row), roles: row.roles, ownCulture: row.culture }))
  return new Map([...byAlert].map(([id, of]) => [id, recipientsOf(of)]))
}

/** Colleagues of a user who can sign in, by id. */
export const findColleagues = async (db: Db, { accountId, userId }: UserKey) => {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'roles'])
    .where('account_id', '=', accountId)
    .where('id', '<>', userId)
    .where('disabled_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

type Key = Pick<AlertRow, 'account_id' | 'id'>

export const replaceRecipients = async (
  trx: Db,
  { account_id, id }: Key,
  userIds: readonly string[],
  at: Date,
): Promise<void> => {
  await trx.deleteFrom('alert_recipients').where('account_id', '=', account_id).where('alert_id', '=', id).execute()
  if (userIds.length === 0) return
  const rows = userIds.map((user_id) => ({ account_id, alert_id: id, user_id, created_at: at }))
  await trx.insertInto('alert_recipients').values(rows).execute()
}

/** Returns whether the user was a recipient. */
export const removeRecipient = (db: Db, { accountId, userId }: UserKey, alertId: string): Promise<boolean> =>
  deletesAny(
    db
      .deleteFrom('alert_recipients')
      .where((eb) => eb.and({ account_id: accountId, alert_id: alertId }))
      .where('user_id', '=', userId),
  )

export interface ReceivedAlert extends AlertRow {
  readonly ownerName: string
}

/** Alerts of colleagues who may share them that notify the user, newest first. */
export const listReceivedAlerts = async (db: Db, { accountId, userId }: UserKey): Promise<ReceivedAlert[]> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('alert_recipients', (join) =>
      join
        .onRef('alert_recipients.alert_id', '=', 'alerts.id')
        .on('alert_recipients.account_id', '=', accountId)
        .on('alert_recipients.user_id', '=', userId),
    )
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'alerts.user_id').on('users.account_id', '=', accountId))
    .where('alerts.account_id', '=', accountId)
    .where('alerts.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .selectAll('alerts')
    .select(['users.roles', 'users.first_name', 'users.last_name'])
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id')
    .execute()
  return rows.flatMap(({ roles, first_name, last_name, ...alert }) =>
    isPermitted(roles, 'sharing') ? [{ ...alert, ownerName: fullName({ first_name, last_name }) }] : [],
  )
}

/** Alerts of a user, without the trash, that notify colleagues who can sign in. */
export const alertsWithRecipients = async (db: Db, { accountId, userId }: UserKey): Promise<string[]> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('alert_recipients', (join) =>
      join.onRef('alert_recipients.alert_id', '=', 'alerts.id').on('alert_recipients.account_id', '=', accountId),
    )
    .innerJoin('users', (join) =>
      join.onRef('users.id', '=', 'alert_recipients.user_id').on('users.account_id', '=', accountId),
    )
    .where((eb) => eb.and({ 'alerts.account_id': accountId, 'alerts.user_id': userId }))
    .where('alerts.deleted_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .select('alerts.id')
    .distinct()
    .execute()
  return rows.map(({ id }) => id)
}

/** Gives alerts to another owner, who needs no notification as a recipient any more. */
export const transferAlerts = async (
  db: Db,
  { accountId, userId }: UserKey,
  alertIds: readonly string[],
): Promise<void> => {
  await db
    .updateTable('alerts')
    .set({ user_id: userId })
    .where('account_id', '=', accountId)
    .where('id', 'in', alertIds)
    .execute()
  await db
    .deleteFrom('alert_recipients')
    .where((eb) => eb.and({ account_id: accountId, user_id: userId }))
    .where('alert_id', 'in', alertIds)
    .execute()
}
