import { on } from 'node:events'
import { Worker } from 'node:worker_threads'
import { sampleOrders } from '#connectors/sample/sample.connector.ts'
import type { SampleOptions } from '#connectors/sample/sample-winery.ts'
import type { SampleChunk } from '#connectors/sample/sink.ts'
import { assertFound } from '#contract/errors.ts'
import type { CanonicalTable } from '#domain/canonical/tables.ts'
import { toLocalTime } from '#domain/ranges/time-zone.ts'
import type { Deps } from '#server/deps.ts'
import { findAccount } from '#server/modules/accounts/index.ts'
import type { StagedLoad } from '#warehouse/staging.ts'
import { requireService } from './find-service.ts'
import type { RunWatch } from './run-watch.ts'
import { type RunResult, type RunRow, updateOpenRun } from './runs.repo.ts'
import { withRunLoad } from './with-run-load.ts'

/** Generates the sample winery up to the account's current local time and replaces the service's rows with it. */
export const runSample = async (deps: Deps, run: RunRow, watch: RunWatch): Promise<RunResult> => {
  const { account_id: accountId, service_id: serviceId } = run
  const { settings } = await requireService(deps, accountId, serviceId)
  const account = assertFound(await findAccount(deps.db, accountId), 'account.not_found')
  const { currency, time_zone: timeZone, is_trial: isTrial } = account
  const orders = sampleOrders(settings.orders, { isTrial })
  const options = { ...sampleOptions(settings, toLocalTime(deps.clock.now(), timeZone)), orders, currency }
  const expectedRows = orders * ROWS_PER_ORDER
  return withRunLoad(deps, run, { timeZone, mode: 'replace', expectedRows, signal: watch.signal }, async (load) => {
    const rows = await appendSample(load, options, watch)
    await updateOpenRun(deps.db, run, { control_totals: JSON.stringify(await load.controlTotals()) })
    await watch.report({ stream: 'saving', done: rows, total: rows })
    const { counts } = await load.commit()
    return { status: 'succeeded', counts: { read: rows, accepted: rows, rejected: 0, ...counts }, errors: [] }
  })
}

/** with its lines, and its share of customers, reservations and others */
const ROWS_PER_ORDER = 4
const MINUTES_A_DAY = 1440

const sampleOptions = (
  settings: Readonly<Record<string, unknown>>,
  localNow: string,
): Omit<SampleOptions, 'currency'> => {
  const minute = Number(localNow.slice(11, 13)) * 60 + Number(localNow.slice(14, 16))
  return {
    seed: typeof settings.seed === 'number' ? settings.seed : 1,
    today: localNow.slice(0, 10),
    nowMinute: Math.min(Math.max(minute, 1), MINUTES_A_DAY),
  }
}

/** A message of the worker: a chunk, or null after the last one. It is one chunk ahead. */
type FromWorker = SampleChunk | null

// Generating takes about a second, so it runs in a worker to keep the event loop free.
const appendSample = async (load: StagedLoad, options: SampleOptions, watch: RunWatch): Promise<number> => {
  const worker = new Worker(new URL('./sample.worker.ts', import.meta.url), { workerData: options })
  let rows = 0
  try {
    for await (const message of on(worker, 'message', { signal: watch.signal })) {
      const [chunk]: FromWorker[] = message
      if (!chunk) break
      // The next one is generated while this one is staged.
      worker.postMessage('next')
      await appendChunk(load, chunk)
      rows += chunk.rows.length
      await watch.report({ stream: chunk.table, done: rows, total: null })
    }
    return rows
  } finally {
    await worker.terminate()
  }
}

const appendChunk = <T extends CanonicalTable>(load: StagedLoad, { table, rows }: SampleChunk<T>): Promise<void> =>
  load.append(table, rows)
