import type { Selectable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { ServiceKey } from '../services.repo.ts'
import type { StoredBatch } from './batch-content.ts'

const selectBatches = (db: Db, { accountId, serviceId }: ServiceKey) =>
  db.selectFrom('ingest_batches').where('account_id', '=', accountId).where('service_id', '=', serviceId)

/** Batches that no run has stored yet, and the records in them. */
export const countWaiting = async (db: Db, of: ServiceKey): Promise<{ batches: number; records: number }> => {
  const { batches, records } = await selectBatches(db, of)
    .select(({ fn }) => [fn.countAll<number>().as('batches'), fn.sum<number | null>('records').as('records')])
    .executeTakeFirstOrThrow()
  return { batches, records: Number(records ?? 0) }
}

/** Outlines of the last batches that wait. */
export const recentOutlines = async (db: Db, of: ServiceKey, batches: number): Promise<string[]> => {
  const rows = await selectBatches(db, of).select('outline').orderBy('id', 'desc').limit(batches).execute()
  return rows.flatMap(({ outline }) => outline ?? [])
}

export interface NewBatch extends StoredBatch {
  readonly records: number
  readonly at: Date
}

export const insertBatches = async (
  db: Db,
  { accountId, serviceId }: ServiceKey,
  batches: readonly NewBatch[],
): Promise<void> => {
  if (batches.length === 0) return
  const rows = batches.map(({ at, ...batch }) => ({
    account_id: accountId,
    service_id: serviceId,
    created_at: at,
    ...batch,
  }))
  await db.insertInto('ingest_batches').values(rows).execute()
}

type BatchRow = Selectable<Schema['ingest_batches']>

const READ_AT_ONCE = 10

/**
 * Waiting batches in arrival order, a few at a time, those included that arrive meanwhile. When there are no more, `more` says whether to
 * look again.
 */
export async function* waitingBatches(
  db: Db,
  of: ServiceKey,
  more: () => Promise<boolean>,
): AsyncGenerator<BatchRow[]> {
  let lastId = 0
  const read = () =>
    selectBatches(db, of).selectAll().where('id', '>', lastId).orderBy('id').limit(READ_AT_ONCE).execute()
  for (let next = await read(); next.length > 0 || (await more()); next = await read()) {
    yield next
    lastId = next.at(-1)?.id ?? lastId
  }
}

/** Deletes batches that were stored: those up to an ID. */
export const deleteBatches = async (db: Db, { accountId, serviceId }: ServiceKey, lastId: number): Promise<void> => {
  await db
    .deleteFrom('ingest_batches')
    .where((eb) => eb.and({ account_id: accountId, service_id: serviceId }))
    .where('id', '<=', lastId)
    .execute()
}
