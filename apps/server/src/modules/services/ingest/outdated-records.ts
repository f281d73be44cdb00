import type { PushedRows } from '#connectors/api/api.connector.ts'
import { INGEST_TABLES, type IngestKind, type IngestResult } from '#contract/ingest.ts'
import type { Dialect } from '#semantic/catalog/dialect.ts'
import type { Deps } from '#server/deps.ts'
import type { ServiceKey } from '../services.repo.ts'
import { epochOfText } from '../sync/deletion-reconciliation.ts'
import { batchVersions } from './batch-content.ts'
import { recentOutlines } from './ingest-batches.repo.ts'

export type RecordResult = IngestResult['results'][number]

/** A record of a request, its answer, and what is to be stored. */
export interface Checked {
  readonly result: RecordResult
  /** null: not accepted */
  readonly rows: PushedRows | null
}

/** When their sources changed records last, epoch milliseconds by ID. */
type Versions = Map<string, number>

const readVersion = (kind: IngestKind, { rows }: Checked) => {
  const row = rows?.[INGEST_TABLES[kind]]?.[0]
  return row && { id: row.source_id, updated: row.source_updated ?? null }
}

/** Marks accepted records of which `versions` have a later one; those of the others become the versions. */
export const markOutdated = (kind: IngestKind, checked: readonly Checked[], versions: Versions): Checked[] =>
  checked.map((record) => {
    const version = readVersion(kind, record)
    if (!version) return record
    const { id, updated } = version
    if (updated === null) versions.delete(id)
    else if (updated < (versions.get(id) ?? updated))
      return { result: { ...record.result, status: 'outdated' }, rows: null }
    else versions.set(id, updated)
    return record
  })

/** The last ones that wait: the others are stored soon. */
const RECENT_BATCHES = 10
const ANSWER_MS = 2_000

const storedVersions = async (
  { log, warehouse }: Deps,
  { accountId, serviceId }: ServiceKey,
  table: string,
  ids: readonly string[],
): Promise<[id: string, updated: number | null][]> => {
  const question = ({ placeholder }: Dialect) => ({
    sql: `SELECT source_id, CAST(source_updated_utc AS VARCHAR) FROM ${table} WHERE service_id = ${placeholder(1, 'text')}
       AND source_id IN (${ids.map((_, index) => placeholder(index + 2, 'text')).join(', ')})`,
    params: [serviceId, ...ids],
  })
  try {
    const { rows } = await warehouse.query(accountId, question, { timeoutMs: ANSWER_MS })
    return rows.map(([id, updated]) => [String(id), epochOfText(updated ?? null)])
  } catch (err) {
    // The records are accepted whether the warehouse answers or not, and the run counts those that are outdated.
    log.warn({ err, accountId }, 'stored versions of pushed records are unknown')
    return []
  }
}

/** The latest version of each record that names one, among those that are stored and those that wait. */
export const knownVersions = async (
  deps: Deps,
  of: ServiceKey,
  kind: IngestKind,
  checked: readonly Checked[],
): Promise<Versions> => {
  const named = checked.map((record) => readVersion(kind, record))
  const ids = named.flatMap((version) => (version && version.updated !== null ? [version.id] : []))
  if (ids.length === 0) return new Map()
  const table = INGEST_TABLES[kind]
  // What is stored in between is in both.
  const waiting = (await recentOutlines(deps.db, of, RECENT_BATCHES)).flatMap((outline) =>
    batchVersions(outline, table),
  )
  const versions: Versions = new Map()
  for (const [id, updated] of [...waiting, ...(await storedVersions(deps, of, table, ids))])
    if (updated !== null) versions.set(id, Math.max(updated, versions.get(id) ?? updated))
  return versions
}
