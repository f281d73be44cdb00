import { type PushedRows, pushedRows, recordId, UnusableRecord } from '#connectors/api/api.connector.ts'
import { fail, fieldPath } from '#contract/errors.ts'
import { INGEST_TABLES, type IngestKind, type IngestResult, MAX_LINES_OF_ORDER } from '#contract/ingest.ts'
import type { CanonicalRecord } from '#domain/canonical/record.ts'
import { CANONICAL_TABLE_NAMES, type CanonicalTable } from '#domain/canonical/tables.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { mapInSlices } from '#server/platform/slices.ts'
import { Together } from '#server/platform/together.ts'
import { insertQuarantined, resolveQuarantined } from '../quarantined-records.repo.ts'
import { findOpenRun } from '../runs.repo.ts'
import { listServices, lockService, type ServiceKey, type ServiceRow } from '../services.repo.ts'
import { addService } from '../services.usecases.ts'
import { storedBatch } from './batch-content.ts'
import { countWaiting, insertBatches, type NewBatch } from './ingest-batches.repo.ts'
import { type Checked, knownVersions, markOutdated, type RecordResult } from './outdated-records.ts'
import { queueIngest } from './queue-ingest.ts'
import { schemaOfBatch } from './record-schema.ts'

type Rows<T extends CanonicalTable> = Map<string, CanonicalRecord<T>>

/** Rows of a batch's records: a later version replaces an earlier one, and an order replaces all of its lines. */
export const createStage = () => {
  const tables = new Map<CanonicalTable, Map<string, unknown>>()
  const lines = new Map<string, Rows<'order_lines'>>()
  const selectOrderLines = (order: string): Rows<'order_lines'> => {
    const known = lines.get(order) ?? new Map()
    lines.set(order, known)
    return known
  }
  const addTable = <T extends CanonicalTable>(table: T, rows: readonly CanonicalRecord<T>[]): void => {
    const staged = tables.get(table) ?? new Map<string, unknown>()
    tables.set(table, staged)
    for (const row of rows) staged.set(row.source_id, row)
  }
  return {
    add: ({ order_lines = [], ...others }: PushedRows): void => {
      for (const { source_id } of others.orders ?? []) lines.delete(source_id)
      for (const table of CANONICAL_TABLE_NAMES)
        if (table !== 'order_lines' && others[table]) addTable(table, others[table])
      for (const line of order_lines) selectOrderLines(line.order_source_id).set(line.source_id, line)
    },
    rows: (): PushedRows => {
      const given = [...lines.values()].flatMap((rows) => [...rows.values()])
      const others = [...tables].map(([table, rows]) => [table, [...rows.values()]] as const)
      return { ...Object.fromEntries(others), ...(given.length > 0 ? { order_lines: given } : {}) }
    },
  }
}

const rejected = (result: Omit<RecordResult, 'status' | 'errors'>, errors: RecordResult['errors']): Checked => ({
  result: { ...result, status: 'rejected', errors },
  rows: null,
})

interface Check {
  readonly kind: IngestKind
  readonly schema: ReturnType<typeof schemaOfBatch>
  readonly currency: string
}

const checkRecord = ({ kind, schema, currency }: Check, record: unknown, index: number): Checked => {
  const base = { index, sourceId: recordId(kind, record) }
  const parsed = schema.safeParse(record)
  if (!parsed.success) {
    const byField = new Map(parsed.error.issues.map(({ path, message }) => [fieldPath(path), message]))
    return rejected(
      base,
      [...byField].map(([field, message]) => ({ field, message })),
    )
  }
  try {
    return { result: { ...base, status: 'accepted' }, rows: pushedRows(kind, parsed.data, currency) }
  } catch (error) {
    if (error instanceof UnusableRecord) return rejected(base, [{ field: '', message: error.message }])
    throw error
  }
}

/** More lines than an order may have are as wrong as all of them, and sooner found. */
const withBoundedLines = (record: unknown): unknown => {
  if (typeof record !== 'object' || record === null || !('lines' in record) || !Array.isArray(record.lines))
    return record
  const { lines } = record
  return lines.length > MAX_LINES_OF_ORDER ? { ...record, lines: lines.slice(0, MAX_LINES_OF_ORDER + 1) } : record
}

/** The named service, or the account's first one of type API, which is created when there is none. */
const ingestService = async (deps: Deps, accountId: number, serviceId: string | undefined): Promise<ServiceRow> => {
  const services = (await listServices(deps.db, accountId)).filter(({ type }) => type === 'api')
  const service = serviceId === undefined ? services[0] : services.find(({ id }) => id === serviceId)
  if (service) return service
  if (serviceId !== undefined) throw fail('service.not_found')
  return addService(deps, accountId, { type: 'api', name: 'API', settings: {} })
}

/** Records that wait for their run, of a service. */
const MAX_WAITING = 2_000_000
const RETRY_AFTER_SECONDS = 5

/** A batch that is checked and waits to be stored. */
interface Received {
  readonly kind: IngestKind
  readonly checked: readonly Checked[]
  /** none: no record was accepted */
  readonly batches: readonly NewBatch[]
  readonly at: Date
}

/** Packing the rows of a batch takes about a millisecond for each thousand. */
const MAX_BATCH_ROWS = 5_000

const lengthOf = ({ order_lines = [] }: PushedRows): number => 1 + order_lines.length

/** Groups of consecutive records that become a batch each. */
const groupsOf = (accepted: readonly PushedRows[]): PushedRows[][] => {
  const groups: PushedRows[][] = []
  let left = 0
  for (const rows of accepted) {
    if (left < lengthOf(rows)) {
      groups.push([])
      left = MAX_BATCH_ROWS
    }
    left -= lengthOf(rows)
    groups.at(-1)?.push(rows)
  }
  return groups
}

const packedBatch = (group: readonly PushedRows[], at: Date): NewBatch => {
  const stage = createStage()
  for (const rows of group) stage.add(rows)
  return { ...storedBatch(stage.rows()), records: group.length, at }
}

const quarantinedOf = (of: ServiceKey, runId: string, { kind, checked, at }: Received) =>
  checked.flatMap(({ result: { sourceId, status, errors: [error] = [] } }) =>
    status !== 'rejected'
      ? []
      : [
          {
            ...{ account_id: of.accountId, service_id: of.serviceId, run_id: runId },
            ...{ stream: INGEST_TABLES[kind], source_id: sourceId },
            field: error?.field || null,
            reason: error?.message ?? 'This record can’t be read',
            created_at: at,
          },
        ],
  )

/** What was rejected before is repaired by a valid record, and replaced by another rejection. */
const settleQuarantined = async (trx: Db, of: ServiceKey, runId: string, batches: readonly Received[]) => {
  let sourceIds = new Set<string>()
  for (const [index, batch] of batches.entries()) {
    for (const { result } of batch.checked) if (result.sourceId !== null) sourceIds.add(result.sourceId)
    const rejections = quarantinedOf(of, runId, batch)
    // Of batches that follow each other, all IDs are looked for at once.
    if (rejections.length === 0 && batches[index + 1]?.kind === batch.kind) continue
    await resolveQuarantined(trx, { ...of, stream: INGEST_TABLES[batch.kind], sourceIds: [...sourceIds], at: batch.at })
    await insertQuarantined(trx, rejections)
    sourceIds = new Set()
  }
}

/** Batches that arrive while others of the account and service are stored: each transaction costs as much as its content. */
const arrivals = new Together<string, Received, Stored>()

interface Stored {
  readonly serviceId: string
  readonly runId: string
}

const storeAll = async (
  deps: Deps,
  { accountId, serviceId }: { readonly accountId: number; readonly serviceId: string | undefined },
  batches: readonly Received[],
): Promise<Stored[]> => {
  const service = await ingestService(deps, accountId, serviceId)
  const of = { accountId, serviceId: service.id }
  const runId = await inTransaction(deps.db, async (trx) => {
    if (!(await lockService(trx, accountId, service.id))) throw fail('service.not_found')
    // Behind the lock, so that other processes have stored what they counted before.
    if ((await countWaiting(trx, of)).records >= MAX_WAITING)
      throw fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS })
    const open = await findOpenRun(trx, of)
    const { id } = open ?? (await queueIngest({ ...deps, db: trx }, service))
    await insertBatches(
      trx,
      of,
      batches.flatMap((received) => received.batches),
    )
    await settleQuarantined(trx, of, id, batches)
    return id
  })
  return batches.map(() => ({ serviceId: service.id, runId }))
}

/**
 * Checks records one by one and stores the valid ones for a run, which is started unless one is open. The answer follows the order of the
 * records; the same records again change nothing. Errors: `service.not_found`, `request.quota`, `request.too_many`
 * while very many records wait.
 */
export const receiveRecords = async (
  deps: Deps,
  caller: Caller,
  kind: IngestKind,
  { serviceId, records }: { readonly serviceId?: string | undefined; readonly records: readonly unknown[] },
): Promise<IngestResult> => {
  const { accountId, account } = caller
  const given = records.map(withBoundedLines)
  const check = { kind, schema: schemaOfBatch(kind, given), currency: account.currency }
  const read = await mapInSlices(given, (record, index) => checkRecord(check, record, index))
  const checked = markOutdated(kind, read, new Map())
  const accepted = checked.flatMap(({ rows }) => rows ?? [])
  const at = new Date(deps.clock.now())
  const batches = await mapInSlices(groupsOf(accepted), (group) => packedBatch(group, at))
  const batch = { kind, checked, batches, at }
  const stored = await arrivals.run(`${accountId} ${serviceId ?? ''}`, batch, (arrived) =>
    storeAll(deps, { accountId, serviceId }, arrived),
  )
  const versions = await knownVersions(deps, { accountId, serviceId: stored.serviceId }, kind, checked)
  const results = markOutdated(kind, checked, versions).map(({ result }) => result)
  const count = (status: RecordResult['status']) => results.filter((result) => result.status === status).length
  return { ...stored, accepted: count('accepted'), outdated: count('outdated'), rejected: count('rejected'), results }
}
