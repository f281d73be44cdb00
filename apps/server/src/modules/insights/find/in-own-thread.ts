import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Finding } from '../insight-facts.ts'
import type { FindingTask } from './finding-task.ts'

/** An account of a million orders needs a fraction of it; more ends the thread, not the server. */
const MAX_HEAP_MB = 2048

/** Finds insights away from the thread that answers calls. */
export const findInOwnThread = async (task: FindingTask, signal: AbortSignal): Promise<readonly Finding[]> => {
  const resourceLimits = { maxOldGenerationSizeMb: MAX_HEAP_MB }
  const worker = new Worker(new URL('./find-insights.worker.ts', import.meta.url), { workerData: task, resourceLimits })
  try {
    const [findings]: (readonly Finding[])[] = await once(worker, 'message', { signal })
    if (!findings) throw new Error('The thread gave no findings')
    return findings
  } finally {
    await worker.terminate()
  }
}
