import { createHash, type Hash } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { describeProblem } from '#connectors/csv/file-problem.ts'
import type { FileSource, RemoteFile } from '#connectors/kit/file-source.ts'
import { RequestRejected } from '#connectors/kit/platform-problems.ts'
import { Failure } from '#contract/errors.ts'
import type { FileOutcome } from '#contract/runs.ts'
import { NO_CONTROL_TOTALS } from '#domain/control-totals.ts'
import { upperFirst } from '#domain/text.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { removeValuesOfDeleted } from '#server/modules/custom-fields/index.ts'
import { findAccountLocale, findCustomFields } from '../find-service.ts'
import { importRequest, parseCustomFieldKeys } from '../import-request.ts'
import { assertKindKnown, resolveImport } from '../preview-import.usecases.ts'
import { receiveFile } from '../receive-file.usecases.ts'
import { runImport } from '../run-import.ts'
import type { RunWatch } from '../run-watch.ts'
import { failedRun, insertRun, type RunResult, type RunRow, recordOutcomes } from '../runs.repo.ts'
import { findSavedSettings, headerFingerprint } from '../saved-settings.repo.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'
import { readStagedFile, removeStagedFile } from '../staged-files.repo.ts'
import { settingsFor, toImportSettings } from './file-settings.ts'
import { FILES_STREAM, parseReadFiles, type ReadFile } from './read-files.ts'
import type { SyncProgress } from './sync-progress.ts'

export interface FilesImport {
  readonly deps: Deps
  readonly run: RunRow
  readonly service: ServiceRow
  readonly watch: RunWatch
  readonly progress: SyncProgress
  /** aborts when the run is canceled or reaches its time limit */
  readonly signal: AbortSignal
}

/**
 * Imports new and changed files, each like an upload with a run of its own in the history. A file that cannot be imported
 * changes nothing, and the others are imported all the same. Returns the number of imported files.
 *
 * @throws RequestRejected naming the files that are not imported, at every sync until they change or are removed
 */
export const importFiles = async (work: FilesImport, source: FileSource): Promise<number> => {
  const { deps, service, progress, signal } = work
  toImportSettings(service.settings)
  const listed = await source.list()
  await rememberServer(deps, service, source)
  const before = parseReadFiles(progress.cursor(FILES_STREAM)?.state)
  // Files that are no longer listed are forgotten; what they brought stays.
  const known = new Map(listed.flatMap(({ name }) => (before[name] ? [[name, before[name]] as const] : [])))
  const outcomes: FileOutcome[] = []
  try {
    for (const [index, file] of listed.entries()) {
      signal.throwIfAborted()
      await deps.platforms.throttle.beforePage(signal)
      const read = await importIfChanged(work, source, file, known)
      outcomes.push(outcomeOf(file.name, known, read))
      if (read === null) continue
      known.set(file.name, read.state)
      await saveProgress(work, { known, result: read.result, done: index + 1, total: listed.length })
    }
  } finally {
    await recordOutcomes(deps.db, work.run, outcomes)
  }
  const imported = outcomes.filter(({ outcome }) => outcome === 'imported' || outcome === 'changed').length
  const problems = [...known].flatMap(([name, { problem }]) => (problem === null ? [] : [{ name, problem }]))
  if (problems.length > 0) throw new RequestRejected(describeProblems(problems))
  return imported
}

const outcomeOf = (name: string, known: ReadonlyMap<string, ReadFile>, read: ImportedFile | null): FileOutcome => {
  const last = known.get(name)
  const problem = (read?.state ?? last)?.problem ?? null
  if (problem !== null) return { name, outcome: 'failed', reason: problem }
  if (read === null) return { name, outcome: 'unchanged', reason: null }
  if (read.result === null) return { name, outcome: 'duplicate', reason: null }
  const isFirst = last === undefined || last.problem !== null
  return { name, outcome: isFirst ? 'imported' : 'changed', reason: null }
}

/** Keeps the server's key from the first connection on, in the service's settings. */
const rememberServer = async (
  { db }: FilesImport['deps'],
  service: ServiceRow,
  { learned }: FileSource,
): Promise<void> => {
  const isNew = Object.entries(learned).some(([name, value]) => service.settings[name] !== value)
  if (isNew) await updateService(db, service, { settings: sql`settings || ${JSON.stringify(learned)}::jsonb` })
}

interface ImportedFile {
  readonly state: ReadFile
  /** null: the content was imported before */
  readonly result: RunResult | null
}

/** Null when the file is unchanged. */
const importIfChanged = async (
  work: FilesImport,
  source: FileSource,
  file: RemoteFile,
  known: ReadonlyMap<string, ReadFile>,
): Promise<ImportedFile | null> => {
  const { deps, run, signal } = work
  const last = known.get(file.name)
  if (last && file.version !== null && file.version === last.version) return null
  const download = await source.download(file, last?.version ?? null)
  if (download === null) return null
  const { account_id: accountId, service_id: serviceId } = run
  const { version } = download
  const startedAt = new Date(deps.clock.now())
  const hash = createHash('sha256')
  const staged = await receiveFile(deps, {
    accountId,
    serviceId,
    name: file.name,
    content: Readable.from(hashed(download.content, hash)),
    signal,
  }).catch((error: unknown) => {
    if (isAboutFile(error)) return error
    throw error
  })
  if (staged instanceof Failure) {
    const result = failedRun(staged.message)
    // A server that gives no version sends the same unusable file at every sync.
    if (last?.problem !== staged.message) await recordImport(work, { name: file.name, startedAt, result })
    return { state: { version, hash: '', problem: staged.message }, result }
  }
  const { fileId } = staged
  try {
    const content = hash.digest('hex')
    const wasImported = [...known.values()].some((other) => other.problem === null && other.hash === content)
    if (wasImported) return { state: { version, hash: content, problem: null }, result: null }
    if (last?.hash === content) return { state: { ...last, version }, result: null }
    const id = deps.ids.next()
    const { request, result } = await importStaged(work, { id, fileId })
    await recordImport(work, { id, name: file.name, startedAt, request, result })
    const problem = result.status === 'failed' ? describeFirstError(result) : null
    return { state: { version, hash: content, problem }, result }
  } finally {
    await removeStagedFile(deps, accountId, fileId)
  }
}

async function* hashed(content: Readable, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    if (!(chunk instanceof Uint8Array)) continue
    hash.update(chunk)
    yield chunk
  }
}

/** Other failures, such as a full disk, concern every file and end the sync. */
const isAboutFile = (error: unknown): error is Failure => error instanceof Failure && ABOUT_FILE.includes(error.code)

const ABOUT_FILE: readonly string[] = ['service.file_invalid', 'service.file_too_large', 'service.kind_unsure']

const describeFirstError = ({ errors: [first] }: RunResult): string =>
  first ? describeProblem(first) : 'It has no usable rows'

const importStaged = async (
  { deps, run, service, watch }: FilesImport,
  { id, fileId }: { readonly id: string; readonly fileId: string },
): Promise<Required<Pick<EndedImport, 'request' | 'result'>>> => {
  const { account_id: accountId } = run
  const file = await readStagedFile(join(await deps.warehouse.stagingFolder(accountId), fileId))
  if (!file) throw new Error('the staged file is missing')
  const customFields = await findCustomFields(deps, accountId)
  const saved = await findSavedSettings(deps.db, { accountId, columns: file.columns, customFields })
  const { settings, keys } = settingsFor(service.settings, saved)
  const request = {
    ...importRequest(settings, keys),
    ...(settings.mapping ? { fingerprint: headerFingerprint(file.columns) } : {}),
  }
  const { currency } = await findAccountLocale(deps, accountId)
  try {
    assertKindKnown(settings, resolveImport(file, settings, currency, keys))
    return { request, result: await runImport(deps, { ...run, id, file_id: fileId, request }, watch) }
  } catch (error) {
    if (isAboutFile(error)) return { request, result: failedRun(error.message) }
    throw error
  }
}

interface EndedImport {
  readonly id?: string
  readonly name: string
  readonly startedAt: Date
  /** default: the service's settings */
  readonly request?: Readonly<Record<string, unknown>> | undefined
  readonly result: RunResult
}

/** Adds an ended run to the service's history. */
const recordImport = async (
  { deps, run, service }: FilesImport,
  { id = deps.ids.next(), name, startedAt, request, result: { status, counts, errors, controlTotals } }: EndedImport,
): Promise<void> => {
  const row = {
    id,
    account_id: run.account_id,
    service_id: run.service_id,
    kind: 'import',
    status,
    request: JSON.stringify(request ?? toImportSettings(service.settings)),
    file_name: name,
    counts: JSON.stringify(counts),
    errors: JSON.stringify(errors),
    control_totals: controlTotals ? JSON.stringify(controlTotals) : null,
    created_at: startedAt,
    started_at: startedAt,
    finished_at: new Date(deps.clock.now()),
  } as const
  await inTransaction(deps.db, async (trx) => {
    await insertRun(trx, row)
    await removeValuesOfDeleted({ ...deps, db: trx }, run.account_id, parseCustomFieldKeys(request ?? {}))
  })
}

interface Saved {
  readonly known: ReadonlyMap<string, ReadFile>
  readonly result: RunResult | null
  readonly done: number
  readonly total: number
}

/** After a kill before this, the file is imported again, which changes no rows. */
const saveProgress = ({ deps, run, progress }: FilesImport, { known, result, done, total }: Saved): Promise<void> => {
  const imported = result?.status === 'succeeded' ? result : null
  const state = { files: Object.fromEntries(known) }
  const cursor = { state, settled: state, at: deps.clock.now(), doneIn: run.id, wholeIn: null, removalsDue: false }
  return progress.save({
    stream: FILES_STREAM,
    cursor,
    counts: imported?.counts ?? {},
    controlTotals: imported?.controlTotals ?? NO_CONTROL_TOTALS,
    done,
    total,
    quarantined: [],
    repaired: [],
    endsFullRead: false,
  })
}

const MAX_NAMED = 5

const describeProblems = (files: readonly { readonly name: string; readonly problem: string }[]): string => {
  const [first, ...others] = files
  if (first && others.length === 0) return `${first.name} wasn’t imported. ${asSentence(first.problem)} ${ADVICE}`
  const named = files.slice(0, MAX_NAMED).map(({ name }) => name)
  const more = files.length > MAX_NAMED ? [`${files.length - MAX_NAMED} others`] : []
  return `${files.length} files weren’t imported: ${LIST.format([...named, ...more])}. The run history says why. ${ADVICE}`
}

const LIST = new Intl.ListFormat('en-US')
const ADVICE = 'Map its columns or fix the file. It’s imported again at the next sync.'
const asSentence = (text: string): string => `${upperFirst(text)}${/[.!?]$/.test(text) ? '' : '.'}`
