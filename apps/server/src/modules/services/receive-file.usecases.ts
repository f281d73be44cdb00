import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { CsvFileError, describeProblem } from '#connectors/csv/file-problem.ts'
import { fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { type NamedContent, stageContents } from './stage-content.ts'
import {
  deleteStagedFile,
  insertStagedFile,
  PART_SUFFIX,
  removeStagedFolder,
  stagedBytes,
} from './staged-files.repo.ts'

/** Maximum total size of an account's staged files. */
const ACCOUNT_QUOTA_BYTES = 2 * 1024 * 1024 * 1024
const MAX_UPLOADS_AT_ONCE = 5
const WAIT_SECONDS = 30

/** Distinguishes this process's unfinished uploads from those of a killed one. */
const PROCESS_SUFFIX = `.${randomUUID()}${PART_SUFFIX}`

interface Upload {
  readonly accountId: number
  readonly serviceId: string
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
}

interface IncomingFile extends Upload {
  /** name given by the sender, for display; never used as a path */
  readonly name: string
  readonly content: Readable
}

interface IncomingFiles extends Upload {
  readonly files: AsyncIterable<NamedContent>
}

const FILE_NAME_LENGTH = 255

const nameOf = (names: readonly string[]): string => names.join(', ').slice(0, FILE_NAME_LENGTH).toWellFormed()

async function* onlyFile({ name, content }: IncomingFile): AsyncGenerator<NamedContent> {
  yield { name, content }
}

/** Receives one file like `receiveFiles`. */
export const receiveFile = async (deps: Deps, file: IncomingFile): Promise<{ fileId: string }> => {
  const received = await receiveFiles(deps, { ...file, files: onlyFile(file) })
  if (received === null) throw new Error('No file was received')
  return received
}

/**
 * Receives files as streams, one after the other, as one staged file: decompresses, checks and normalizes them into the account's
 * staging folder. Removes everything on failure. Null if there was no file.
 *
 * Errors: `service.file_too_large`, `service.file_invalid` (naming line and column), `service.quota_exceeded`,
 * `request.too_many`, `storage.full`.
 */
export const receiveFiles = async (deps: Deps, upload: IncomingFiles): Promise<{ fileId: string } | null> => {
  const { accountId, serviceId } = upload
  const staging = await deps.warehouse.stagingFolder(accountId)
  await assertStagingCapacity(deps, accountId, staging)
  const fileId = deps.ids.next()
  const folder = join(staging, `${fileId}${PROCESS_SUFFIX}`)
  const target = join(staging, fileId)
  try {
    await mkdir(folder)
    const { bytes, names } = await stageContents(upload, folder)
    if (names.length === 0) {
      await removeStagedFolder(folder)
      return null
    }
    const created_at = new Date(deps.clock.now())
    const row = { id: fileId, account_id: accountId, service_id: serviceId, name: nameOf(names), bytes, created_at }
    // The row is written first, so that a kill in between leaves no file without a row.
    await insertStagedFile(deps.db, row)
    await rename(folder, target)
    return { fileId }
  } catch (error) {
    await removeStagedFolder(folder)
    await deleteStagedFile(deps.db, accountId, fileId).catch(() => undefined)
    throw toFailure(error, upload.signal)
  }
}

const assertStagingCapacity = async (deps: Deps, accountId: number, staging: string): Promise<void> => {
  if ((await stagedBytes(deps.db, accountId)) >= ACCOUNT_QUOTA_BYTES) throw fail('service.quota_exceeded')
  const unfinished = (await readdir(staging)).filter((entry) => entry.endsWith(PART_SUFFIX))
  const arriving = unfinished.filter((entry) => entry.endsWith(PROCESS_SUFFIX))
  const abandoned = unfinished.filter((entry) => !arriving.includes(entry))
  for (const entry of abandoned) await removeStagedFolder(join(staging, entry))
  if (arriving.length >= MAX_UPLOADS_AT_ONCE) throw fail('request.too_many', { retryAfter: WAIT_SECONDS })
}

const toFailure = (error: unknown, { aborted }: AbortSignal): unknown => {
  if (error instanceof CsvFileError) {
    return fail('service.file_invalid', { values: { message: describeProblem(error.problem) }, cause: error })
  }
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'ENOSPC') return fail('storage.full', { cause: error })
  // The client has disconnected, so the error is not shown.
  return aborted || code === 'ECONNRESET' ? fail('request.malformed', { cause: error }) : error
}
