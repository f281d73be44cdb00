import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { ServiceKey } from './services.repo.ts'

export type QuarantinedRow = Selectable<Schema['set_aside_records']>

const unresolvedRecords = (db: Db, accountId: number) =>
  db.selectFrom('set_aside_records').where('account_id', '=', accountId).where('resolved_at', 'is', null)

/** Counts unresolved records by service. */
export const countQuarantinedByService = async (db: Db, accountId: number): Promise<ReadonlyMap<string, number>> => {
  const rows = await unresolvedRecords(db, accountId)
    .select((row) => ['service_id', row.fn.countAll<number>().as('records')])
    .groupBy('service_id')
    .execute()
  return new Map(rows.map(({ service_id, records }) => [service_id, records]))
}

/** A page of the records that a run quarantined, in arrival order, and their total count. */
export const listQuarantinedOfRun = (db: Db, { accountId, runId }: { accountId: number; runId: string }, page: Page) =>
  paginate(
    db,
    db
      .selectFrom('set_aside_records')
      .selectAll()
      .where((eb) => eb.and({ account_id: accountId, run_id: runId }))
      .orderBy('id'),
    page,
  )

/** A page of a service's unresolved records, in arrival order, and their total count. */
export const listUnresolvedQuarantined = (db: Db, { accountId, serviceId }: ServiceKey, page: Page) =>
  paginate(db, unresolvedRecords(db, accountId).selectAll().where('service_id', '=', serviceId).orderBy('id'), page)

/** Ids of a stream's unresolved records, leaving out records without an id. */
export const findUnresolvedIds = async (
  db: Db,
  { accountId, serviceId }: ServiceKey,
  stream: string,
): Promise<ReadonlySet<string>> => {
  const rows = await unresolvedRecords(db, accountId)
    .select('source_id')
    .where((eb) => eb.and({ service_id: serviceId, stream }))
    .where('source_id', 'is not', null)
    .execute()
  return new Set(rows.flatMap(({ source_id }) => (source_id === null ? [] : [source_id])))
}

export const insertQuarantined = async (
  db: Db,
  rows: readonly Insertable<Schema['set_aside_records']>[],
): Promise<void> => {
  if (rows.length > 0) await db.insertInto('set_aside_records').values(rows).execute()
}

interface Resolution extends ServiceKey {
  readonly stream: string
  /** null: all records of the stream */
  readonly sourceIds: readonly string[] | null
  /** records of this run stay unresolved */
  readonly exceptRun?: string
  readonly at: Date
}

/** A single parameter: a list of a thousand makes a long statement that has to be inspected and planned each time. */
const isOneOf = (sourceIds: readonly string[]) => sql<boolean>`source_id = any(${sourceIds})`

/** Marks records as resolved: they arrived in valid form, or a later run quarantined them again. */
export const resolveQuarantined = async (
  db: Db,
  { accountId, serviceId, stream, sourceIds, exceptRun, at }: Resolution,
): Promise<void> => {
  if (sourceIds?.length === 0) return
  await db
    .updateTable('set_aside_records')
    .set({ resolved_at: at })
    .where((eb) => eb.and({ account_id: accountId, service_id: serviceId, stream }))
    .where('resolved_at', 'is', null)
    .$if(sourceIds !== null, (update) => update.where(isOneOf(sourceIds ?? [])))
    .$if(exceptRun !== undefined, (update) => update.where('run_id', '!=', exceptRun ?? ''))
    .execute()
}

/** Unresolved records with an id that are to be fetched again, longest due first, at most `limit`. `now`: epoch milliseconds. */
export const findDueQuarantined = async (
  db: Db,
  { accountId, serviceId }: ServiceKey,
  { exceptRun, now, limit }: { exceptRun: string; now: number; limit: number },
): Promise<readonly { readonly stream: string; readonly sourceId: string }[]> => {
  const rows = await unresolvedRecords(db, accountId)
    .select(['stream', 'source_id'])
    .where('service_id', '=', serviceId)
    .where('run_id', '!=', exceptRun)
    .where('source_id', 'is not', null)
    .where(({ or, eb }) => or([eb('next_try_at', 'is', null), eb('next_try_at', '<=', new Date(now))]))
    .orderBy('next_try_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.flatMap(({ stream, source_id }) => (source_id === null ? [] : [{ stream, sourceId: source_id }]))
}

/** Hours until a record is fetched again: 1, 2, 4 … at most a day. */
const MAX_PAUSE_HOURS = 24

/** Notes that records were fetched again in vain. `now`: epoch milliseconds. */
export const deferQuarantined = async (
  db: Db,
  {
    accountId,
    serviceId,
    stream,
    sourceIds,
    now,
  }: ServiceKey & { stream: string; sourceIds: readonly string[]; now: number },
): Promise<void> => {
  if (sourceIds.length === 0) return
  await db
    .updateTable('set_aside_records')
    .set((row) => ({
      tries: row('tries', '+', 1),
      next_try_at: sql<Date>`${new Date(now)}::timestamptz + least(${MAX_PAUSE_HOURS}, power(2, least(tries, 10))) * interval '1 hour'`,
    }))
    .where((eb) => eb.and({ account_id: accountId, service_id: serviceId, stream }))
    .where('resolved_at', 'is', null)
    .where('source_id', 'in', sourceIds)
    .execute()
}
