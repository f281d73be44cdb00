import { parentPort, workerData } from 'node:worker_threads'
import { CsvFileError } from '#connectors/csv/file-problem.ts'
import { Failure } from '#contract/errors.ts'
import { type ArchiveTask, readArchive } from './read-archive.ts'
import type { ArchiveAnswer } from './stage-archive.ts'

const task: ArchiveTask = workerData

// Other errors end the thread and keep their code.
const answer = await readArchive(task).then(
  (tables): ArchiveAnswer => ({ tables }),
  (error: unknown): ArchiveAnswer => {
    if (error instanceof CsvFileError) return { problem: error.problem }
    if (error instanceof Failure) return { failure: { code: error.code, items: error.items } }
    throw error
  },
)
parentPort?.postMessage(answer)
