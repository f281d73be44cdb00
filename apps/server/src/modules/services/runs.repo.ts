import type { Insertable, Selectable, Updateable } from 'kysely'
import { fail } from '#contract/errors.ts'
import type { FileProblem } from '#contract/imports.ts'
import type { FileOutcome } from '#contract/runs.ts'
import type { ControlTotals } from '#domain/control-totals.ts'
import type { Db } from '#server/db/database.ts'
import { isUniqueViolation } from '#server/db/database-failure.ts'
import { type Page, paginate } from '#server/db/paginate.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import { defineEvent, type EventBus } from '#server/platform/events.ts'
import type { ServiceKey } from './services.repo.ts'

export type RunRow = Selectable<Schema['service_runs']>

const MAX_TOLD_PROBLEMS = 20

/** A sync or an import has succeeded or failed; of one that was canceled nothing is said. */
export const runEnded = defineEvent<{
  readonly accountId: number
  readonly serviceId: string
  readonly serviceName: string
  readonly runId: string
  readonly kind: RunRow['kind']
  readonly hasFailed: boolean
  /** records, by what became of them */
  readonly counts: RunRow['counts']
  /** why it failed, and what was wrong with single records */
  readonly problems: readonly string[]
}>('services.run-ended')

/** Publishes how a run ended, in the transaction that ended it. */
export const publishRunEnd = async (
  { events }: { readonly events: EventBus },
  trx: Db,
  { account_id: accountId, service_id: serviceId, id: runId }: RunRow,
): Promise<void> => {
  const row = await trx
    .selectFrom('service_runs')
    .innerJoin('services', (join) =>
      join
        .onRef('services.id', '=', 'service_runs.service_id')
        .onRef('services.account_id', '=', 'service_runs.account_id'),
    )
    .select(['service_runs.kind', 'service_runs.status', 'service_runs.counts', 'service_runs.errors', 'services.name'])
    .where('service_runs.account_id', '=', accountId)
    .where('services.account_id', '=', accountId)
    .where('service_runs.id', '=', runId)
    .executeTakeFirst()
  if (row === undefined || (row.status !== 'succeeded' && row.status !== 'failed')) return
  await events.publish(trx, runEnded, {
    accountId,
    serviceId,
    serviceName: row.name,
    runId,
    kind: row.kind,
    hasFailed: row.status === 'failed',
    counts: row.counts,
    problems: row.errors.slice(0, MAX_TOLD_PROBLEMS).map(({ message }) => message),
  })
}

/** A sync or an import has ended and may have changed the account's data. */
export const dataLoaded = defineEvent<{ readonly accountId: number }>('services.data-loaded')

const selectRuns = (db: Db, { accountId, serviceId }: ServiceKey) =>
  db.selectFrom('service_runs').where('account_id', '=', accountId).where('service_id', '=', serviceId)

/** Throws `service.run_in_progress` when the service has a run that has not ended. */
export const insertRun = async (db: Db, row: Insertable<Schema['service_runs']>): Promise<RunRow> => {
  try {
    return await db.insertInto('service_runs').values(row).returningAll().executeTakeFirstOrThrow()
  } catch (cause) {
    throw isUniqueViolation(cause) ? fail('service.run_in_progress', { cause }) : cause
  }
}

export const findRun = (db: Db, of: ServiceKey, id: string): Promise<RunRow | undefined> =>
  selectRuns(db, of).selectAll().where('id', '=', id).executeTakeFirst()

/** The current run row, for any service. */
export const findRunOfAccount = (db: Db, accountId: number, id: string): Promise<RunRow | undefined> =>
  db.selectFrom('service_runs').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst()

/** A page of runs, newest first, and their total count. */
export const listRuns = (db: Db, of: ServiceKey, page: Page) =>
  paginate(db, selectRuns(db, of).selectAll().orderBy('created_at', 'desc').orderBy('id'), page)

/** The newest run of each service of the account that has one: an open one, or the one that ended last. */
export const latestRuns = async (db: Db, accountId: number): Promise<ReadonlyMap<string, RunRow>> => {
  const rows = await db
    .selectFrom('service_runs')
    .distinctOn('service_id')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('service_id')
    .orderBy('finished_at', (order) => order.desc().nullsFirst())
    // A sync ends after the imports of its files, if only by less than a millisecond.
    .orderBy('kind', 'desc')
    .orderBy('created_at', 'desc')
    .execute()
  return new Map(rows.map((row) => [row.service_id, row]))
}

/** The run of a service that has not ended. */
export const findOpenRun = (db: Db, of: ServiceKey): Promise<{ id: string } | undefined> =>
  selectRuns(db, of).select('id').where('status', 'in', ['queued', 'running']).executeTakeFirst()

export const hasOpenRun = async (db: Db, of: ServiceKey): Promise<boolean> => (await findOpenRun(db, of)) !== undefined

/** Progress of the account's oldest open run while no run has succeeded; else null. */
export const firstLoadProgress = async (db: Db, accountId: number): Promise<Pick<RunRow, 'done' | 'total'> | null> => {
  const runs = db.selectFrom('service_runs').where('account_id', '=', accountId)
  const succeeded = runs.select('id').where('status', '=', 'succeeded').limit(1)
  const run = await runs
    .select(['done', 'total'])
    .where('finished_at', 'is', null)
    .where(({ not, exists }) => not(exists(succeeded)))
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
  return run ?? null
}

/** Whether a sync or import of the account is queued or running. */
export const isSyncing = async (db: Db, accountId: number): Promise<boolean> => {
  const run = await db
    .selectFrom('service_runs')
    .select('id')
    .where('account_id', '=', accountId)
    .where('finished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return run !== undefined
}

/** Starts or resumes a run; undefined when it has ended. */
export const takeRun = (
  db: Db,
  { account_id, id }: Pick<RunRow, 'account_id' | 'id'>,
  now: Date,
): Promise<RunRow | undefined> =>
  db
    .updateTable('service_runs')
    .set((run) => ({
      status: 'running',
      stream: null,
      attempt: run('attempt', '+', 1),
      started_at: run.fn.coalesce('started_at', run.val(now)),
    }))
    .where((eb) => eb.and({ account_id, id }))
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()

/** Changes a run that has not ended; false when it has. */
export const updateOpenRun = async (
  db: Db,
  { account_id, id }: Pick<RunRow, 'account_id' | 'id'>,
  change: Updateable<Schema['service_runs']>,
): Promise<boolean> => {
  const result = await db
    .updateTable('service_runs')
    .set(change)
    .where((eb) => eb.and({ account_id, id }))
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Stores why a run has failed. */
export const storeProblems = async (
  db: Db,
  { account_id, id }: Pick<RunRow, 'account_id' | 'id'>,
  messages: readonly string[],
): Promise<void> => {
  await db
    .updateTable('service_runs')
    .set({ errors: JSON.stringify(messages.map(generalProblem)) })
    .where((eb) => eb.and({ account_id, id }))
    .execute()
}

/** Outcomes that are kept of a sync; of more files, the last of the list. */
const MAX_OUTCOMES = 1_000

/** The step of a run that goes on once the database answers again. */
const WAITING = 'waiting'

/** Says of a run that an outage interrupts what it waits for, if that can be stored meanwhile. */
export const showWaiting = (db: Db, run: RunRow): Promise<boolean> =>
  updateOpenRun(db, run, { stream: WAITING }).catch(() => false)

/** Keeps what became of each file that a run listed, in the order of the list. */
export const recordOutcomes = (db: Db, run: RunRow, outcomes: readonly FileOutcome[]): Promise<boolean> =>
  updateOpenRun(db, run, { request: JSON.stringify({ ...run.request, files: outcomes.slice(-MAX_OUTCOMES) }) })

export const isCancelRequested = async (db: Db, accountId: number, id: string): Promise<boolean> => {
  const row = await db
    .selectFrom('service_runs')
    .select('cancel_requested_at')
    .where((eb) => eb.and({ account_id: accountId, id }))
    .executeTakeFirst()
  return row === undefined || row.cancel_requested_at !== null
}

/** The result of a run that was not stopped by an error. */
export interface RunResult {
  readonly status: 'succeeded' | 'failed'
  /** rows `read, accepted, rejected`, and canonical rows given by table */
  readonly counts: Readonly<Record<string, number>>
  /** the first ones */
  readonly errors: readonly FileProblem[]
  readonly controlTotals?: ControlTotals
}

export const MAX_RUN_ERRORS = 100

/** A problem without a location in a file. */
const generalProblem = (message: string): FileProblem => ({ line: null, column: null, value: null, message })

export const failedRun = (message: string): RunResult => ({
  status: 'failed',
  counts: {},
  errors: [generalProblem(message)],
})
