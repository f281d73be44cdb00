import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { type ServiceRow, updateService } from '../services.repo.ts'
import { parseCursors } from './stream-cursor.ts'

/** The stream of a service of files. */
export const FILES_STREAM = 'files'

/** What is kept of a file that was read, by its name, in the service's cursors. */
const ReadFile = z.object({
  version: z.string().nullable(),
  /** SHA-256 of the content */
  hash: z.string(),
  /** why it was not imported; null: it was */
  problem: z.string().nullable(),
})
export type ReadFile = z.infer<typeof ReadFile>

const ReadFiles = z.object({ files: z.record(z.string(), ReadFile) })

/** Files that were read, by name, from the state of a cursor. */
export const parseReadFiles = (state: unknown): Readonly<Record<string, ReadFile>> =>
  ReadFiles.safeParse(state).data?.files ?? {}

/** Names of files that could not be imported. */
export const failedFiles = ({ cursors }: Pick<ServiceRow, 'cursors'>): readonly string[] =>
  Object.entries(parseReadFiles(parseCursors(cursors).get(FILES_STREAM)?.state)).flatMap(([name, { problem }]) =>
    problem === null ? [] : [name],
  )

/** Forgets files that could not be imported, so that the next sync tries them with the mapping that was saved since. */
export const retryFailedFiles = async (trx: Db, service: ServiceRow, now: Date): Promise<void> => {
  const cursors = parseCursors(service.cursors)
  const cursor = cursors.get(FILES_STREAM)
  if (cursor === undefined || failedFiles(service).length === 0) return
  const files = Object.entries(parseReadFiles(cursor.state)).filter(([, { problem }]) => problem === null)
  const state = { files: Object.fromEntries(files) }
  const changed = new Map(cursors).set(FILES_STREAM, { ...cursor, state, settled: state })
  await updateService(trx, service, {
    cursors: JSON.stringify(Object.fromEntries(changed)),
    problem: null,
    failures: 0,
    ...(service.sync_every_minutes === null ? {} : { next_sync_at: now }),
  })
}
