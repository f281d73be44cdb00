import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { CsvFileError, type FileProblem } from '#connectors/csv/file-problem.ts'
import type { TableHead } from '#connectors/csv/header-row.ts'
import { type ErrorCode, type ErrorItem, Failure, fail } from '#contract/errors.ts'
import { Slots } from '#warehouse/scheduling/slots.ts'
import type { ByteBudget } from './decompress.ts'
import type { ArchiveTables, ArchiveTask } from './read-archive.ts'
import { spool } from './spool.ts'
import type { Output } from './stage-table.ts'
import type { StagedTable } from './staged-files.repo.ts'

/** What the thread answers. */
export type ArchiveAnswer =
  | { readonly tables: ArchiveTables }
  | { readonly problem: FileProblem }
  | { readonly failure: { readonly code: ErrorCode; readonly items: readonly ErrorItem[] } }

/** A workbook of 500 MB, the most that is read, takes about half a minute and 300 MB. */
interface ArchiveLimits {
  readonly maxMs: number
  readonly maxHeapMb: number
}
export const ARCHIVE_LIMITS: ArchiveLimits = { maxMs: 3 * 60_000, maxHeapMb: 768 }

const tooComplex = (): CsvFileError => {
  const message = 'The file takes too long or too much memory to read. Save its tables as CSV (UTF-8)'
  return new CsvFileError({ line: null, column: null, value: null, message })
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

/** Reads an archive in a thread of its own, which ends above its limits. Throws like `stageArchive`. */
export const readInThread = async (
  workerData: ArchiveTask,
  signal: AbortSignal,
  { maxMs, maxHeapMb } = ARCHIVE_LIMITS,
): Promise<ArchiveTables> => {
  const resourceLimits = { maxOldGenerationSizeMb: maxHeapMb }
  const limit = AbortSignal.timeout(maxMs)
  const worker = new Worker(new URL('./stage-archive.worker.ts', import.meta.url), { workerData, resourceLimits })
  try {
    const [answer]: ArchiveAnswer[] = await once(worker, 'message', { signal: AbortSignal.any([signal, limit]) })
    if (answer === undefined) throw new Error('The thread returned nothing')
    if ('problem' in answer) throw new CsvFileError(answer.problem)
    if ('failure' in answer) throw new Failure(answer.failure.code, answer.failure.items)
    return answer.tables
  } catch (error) {
    signal.throwIfAborted()
    throw limit.aborted || isOutOfMemory(error) ? tooComplex() : error
  } finally {
    await worker.terminate()
  }
}

const RETRY_AFTER_SECONDS = 30

/** Archives that are read at one time; the others wait. */
const slots = new Slots({ inTotal: 2, perAccount: 1, waitingPerAccount: 8, maxWaitMs: ARCHIVE_LIMITS.maxMs }, () =>
  fail('request.too_many', { retryAfter: RETRY_AFTER_SECONDS }),
)

interface ArchiveOutput extends Output {
  readonly accountId: number
  readonly folder: string
  readonly budget: ByteBudget
  readonly linesBefore: number
  readonly like: TableHead | undefined
}

/**
 * Stages the tables of a ZIP file or workbook. It is read from its end, so it is written to disk first. Throws `CsvFileError`,
 * `service.file_too_large`, `service.file_invalid`, `request.too_many`.
 */
export const stageArchive = async (
  bytes: AsyncGenerator<Uint8Array>,
  { accountId, folder, signal, parts, budget, linesBefore, like }: ArchiveOutput,
): Promise<readonly StagedTable[]> => {
  // What counts is what the file unpacks to.
  const { left: bytesLeft } = budget
  const path = join(folder, 'archive.part')
  await spool(bytes, path, signal)
  const release = await slots.acquire(accountId, signal)
  try {
    const task = { path, folder, names: parts.names, bytesLeft, linesBefore, like }
    const read = await readInThread(task, signal)
    parts.add(read)
    budget.left = read.bytesLeft
    return read.tables
  } finally {
    release()
    await rm(path, { force: true })
  }
}
