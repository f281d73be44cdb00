import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Finding } from '../insight-facts.ts'
import type { FindingTask, PeopleBatch } from './finding-task.ts'

/** An account of a million orders needs a fraction of it; more ends the thread, not the server. */
const MAX_HEAP_MB = 2048
/** People handed over at one time: copying all of them at once would hold up everybody's answers. */
const BATCH = 2_000

const batchesOf = function* ({ members, customers }: FindingTask): Generator<PeopleBatch> {
  for (let from = 0; from < Math.max(members.length, customers.length); from += BATCH)
    yield { members: members.slice(from, from + BATCH), customers: customers.slice(from, from + BATCH) }
}

/** Finds insights away from the thread that answers calls. */
export const findInOwnThread = async (task: FindingTask, signal: AbortSignal): Promise<readonly Finding[]> => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const workerData: FindingTask = { ...task, members: [], customers: [] }
  const worker = new Worker(new URL('./find-insights.worker.ts', import.meta.url), { workerData, resourceLimits })
  try {
    for (const batch of batchesOf(task)) {
      worker.postMessage(batch)
      await once(worker, 'message', { signal })
    }
    worker.postMessage(null)
    const [findings]: (readonly Finding[])[] = await once(worker, 'message', { signal })
    if (!findings) throw new Error('The thread gave no findings')
    return findings
  } finally {
    await worker.terminate()
  }
}
