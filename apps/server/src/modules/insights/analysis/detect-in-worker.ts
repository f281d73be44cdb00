import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { DetectedInsight } from '#insights/find-insights.ts'
import type { AnalysisInput } from '#insights/insight/inputs.ts'

/** A batch of members and customers; null after the last one. */
export type PeopleBatch = Pick<AnalysisInput, 'members' | 'customers'>

/** An account with a million orders needs a fraction of this; exceeding it ends the thread, not the server. */
const MAX_HEAP_MB = 2048
/** People copied to the thread at a time: copying all at once would block the event loop. */
const BATCH = 2_000

const batchesOf = function* ({ members, customers }: AnalysisInput): Generator<PeopleBatch> {
  for (let from = 0; from < Math.max(members.length, customers.length); from += BATCH)
    yield { members: members.slice(from, from + BATCH), customers: customers.slice(from, from + BATCH) }
}

/** Detects insights in a worker thread, so that requests are not blocked. */
export const detectInWorker = async (
  input: AnalysisInput,
  signal: AbortSignal,
): Promise<readonly DetectedInsight[]> => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const workerData: AnalysisInput = { ...input, members: [], customers: [] }
  const worker = new Worker(new URL('./detect-insights.worker.ts', import.meta.url), { workerData, resourceLimits })
  try {
    for (const batch of batchesOf(input)) {
      worker.postMessage(batch)
      await once(worker, 'message', { signal })
    }
    worker.postMessage(null)
    const [findings]: (readonly DetectedInsight[])[] = await once(worker, 'message', { signal })
    if (!findings) throw new Error('The worker returned no insights')
    return findings
  } finally {
    await worker.terminate()
  }
}
