import type { Insertable, Selectable, Updateable } from 'kysely'
import type { AlertEvent, AlertReading } from '#contract/alerts.ts'
import { holidayCountry } from '#domain/locale.ts'
import { type Db, type UserKey, unscoped } from '#server/db/database.ts'
import { countRows, type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { SETTINGS_COLUMNS, toAccountSettings } from '#server/modules/accounts/index.ts'
import type { NotificationMessage } from '#server/modules/notifications/index.ts'
import { fullName } from '#server/modules/users/index.ts'
import { defineEvent } from '#server/platform/events.ts'

/** An alert fired. Values in major units, shares as fractions of 1, as the API answers them. */
export const alertFired = defineEvent<{
  readonly accountId: number
  readonly alertId: string
  readonly eventId: string
  readonly name: string
  readonly range: AlertEvent['range']
  readonly compareRange: AlertEvent['compareRange']
  readonly readings: readonly AlertReading[]
  /** of all that newly met the condition; `readings` has the first 20 */
  readonly count: number
  /** what its owner is notified of, in the account's language */
  readonly message: NotificationMessage
}>('alerts.fired')

export type AlertRow = Selectable<Schema['alerts']>
export type AlertEventRow = Selectable<Schema['alert_events']>

interface AlertKey {
  readonly account_id: number
  readonly id: string
}

const ownAlerts = (db: Db, { accountId, userId }: UserKey) =>
  db.selectFrom('alerts').where('account_id', '=', accountId).where('user_id', '=', userId)

/** The user's own, newest first, without the trash. */
export const listAlerts = (db: Db, owner: UserKey): Promise<AlertRow[]> =>
  ownAlerts(db, owner).where('deleted_at', 'is', null).selectAll().orderBy('created_at', 'desc').orderBy('id').execute()

export const countAlerts = (db: Db, owner: UserKey): Promise<number> =>
  countRows(ownAlerts(db, owner).where('deleted_at', 'is', null))

/** Includes the trash. */
export const countAllAlerts = (db: Db, owner: UserKey): Promise<number> => countRows(ownAlerts(db, owner))

/** An own alert that is not in the trash. */
export const findOwnAlert = (db: Db, owner: UserKey, id: string): Promise<AlertRow | undefined> =>
  ownAlerts(db, owner).where('id', '=', id).where('deleted_at', 'is', null).selectAll().executeTakeFirst()

/** An own alert, in the trash or not, locked until the transaction ends. */
export const lockOwnAlert = (db: Db, owner: UserKey, id: string, isDeleted = false): Promise<AlertRow | undefined> =>
  ownAlerts(db, owner)
    .where('id', '=', id)
    .where('deleted_at', isDeleted ? 'is not' : 'is', null)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

/** An alert that is still to be checked, locked; undefined when it was checked, changed, paused or deleted since it was read. */
export const lockUnchecked = (db: Db, row: AlertRow): Promise<AlertRow | undefined> =>
  db
    .selectFrom('alerts')
    .where((eb) => eb.and({ account_id: row.account_id, id: row.id }))
    .where('deleted_at', 'is', null)
    .where('paused_at', 'is', null)
    .where('updated_at', '=', row.updated_at)
    .where('last_checked_at', 'is not distinct from', row.last_checked_at)
    .selectAll()
    .forNoKeyUpdate()
    .executeTakeFirst()

export const insertAlert = (db: Db, row: Insertable<Schema['alerts']>): Promise<AlertRow> =>
  db.insertInto('alerts').values(row).returningAll().executeTakeFirstOrThrow()

export const updateAlert = (
  db: Db,
  { account_id, id }: AlertKey,
  change: Updateable<Schema['alerts']>,
): Promise<AlertRow> =>
  db
    .updateTable('alerts')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .returningAll()
    .executeTakeFirstOrThrow()

export const insertEvent = async (db: Db, row: Insertable<Schema['alert_events']>): Promise<void> => {
  await db.insertInto('alert_events').values(row).execute()
}

const eventsOf = (db: Db, { account_id, id }: AlertKey) =>
  db.selectFrom('alert_events').where('account_id', '=', account_id).where('alert_id', '=', id)

/** Latest first. */
export const listEvents = (db: Db, alert: AlertKey, page: Page) =>
  paginate(
    db,
    eventsOf(db, alert).selectAll().orderBy('fired_at', 'desc').orderBy('data_version', 'desc').orderBy('id'),
    page,
  )

/** When each of these alerts last fired, by id. */
export const lastFired = async (
  db: Db,
  accountId: number,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> => {
  if (alertIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('alert_events')
    .where('account_id', '=', accountId)
    .where('alert_id', 'in', alertIds)
    .groupBy('alert_id')
    .select((row) => ['alert_id as id', row.fn.max('fired_at').as('firedAt')])
    .execute()
  return new Map(rows.map(({ id, firedAt }) => [id, firedAt]))
}

export interface CheckedAlert extends AlertRow {
  readonly roles: Selectable<Schema['users']>['roles']
  /** null: the account's */
  readonly ownCulture: string | null
  readonly ownerName: string
}

/** Alerts of active users that are not paused. */
export const alertsToCheck = async (db: Db, accountId: number): Promise<CheckedAlert[]> => {
  const rows = await db
    .selectFrom('alerts')
    .innerJoin('users', (join) => join.onRef('users.id', '=', 'alerts.user_id').on('users.account_id', '=', accountId))
    .where('alerts.account_id', '=', accountId)
    .where('alerts.deleted_at', 'is', null)
    .where('alerts.paused_at', 'is', null)
    .where('users.disabled_at', 'is', null)
    .selectAll('alerts')
    .select(['users.roles', 'users.culture as ownCulture', 'users.first_name', 'users.last_name'])
    .orderBy('alerts.created_at')
    .orderBy('alerts.id')
    .execute()
  return rows.map(({ first_name, last_name, ...row }) => ({ ...row, ownerName: fullName({ first_name, last_name }) }))
}

/** The account as alerts are checked for it; undefined when it is deleted. */
export const findAlertAccount = async (db: Db, accountId: number) => {
  const row = await db
    .selectFrom('accounts')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .select([
      ...SETTINGS_COLUMNS,
      'account_type as accountType',
      'is_trial as isTrial',
      'trial_expires_at as trialExpiresAt',
      'read_only_from as readOnlyFrom',
      'location',
    ])
    .executeTakeFirst()
  if (row === undefined) return undefined
  const account = toAccountSettings(row)
  return { ...row, accountId, account, country: holidayCountry(row.location.country, account.currency) }
}

export type AlertAccount = NonNullable<Awaited<ReturnType<typeof findAlertAccount>>>

/** When a service was last synced or imported; null: never. */
export const findLastSyncTime = async (db: Db, accountId: number): Promise<Date | null> => {
  const row = await db
    .selectFrom('services')
    .where('account_id', '=', accountId)
    .select((service) => service.fn.max('last_synced_at').as('at'))
    .executeTakeFirst()
  return row?.at ?? null
}

/** Accounts with alerts, and the day that the longest unchecked one was checked on. Unscoped, because a scheduled job calls it. */
export const accountsWithAlerts = (db: Db) =>
  unscoped(db)
    .selectFrom('alerts')
    .innerJoin('accounts', 'accounts.id', 'alerts.account_id')
    .where('accounts.deleted_at', 'is', null)
    .where('alerts.deleted_at', 'is', null)
    .where('alerts.paused_at', 'is', null)
    .groupBy(['accounts.id', 'accounts.time_zone'])
    .select((row) => [
      'accounts.id',
      'accounts.time_zone as timeZone',
      // Never checked: the empty text is before every day.
      row.fn.min(row.fn.coalesce('alerts.checked_day', row.val(''))).as('checkedDay'),
    ])
    .execute()
