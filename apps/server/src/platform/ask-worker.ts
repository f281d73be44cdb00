import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The answer of a worker thread that is started for the task: for work that would block requests. Undefined: it ended without one. */
export const askWorker = async <Answer>(
  script: URL,
  task: unknown,
  signal: AbortSignal,
): Promise<Answer | undefined> => {
  const worker = new Worker(script, { workerData: task })
  try {
    const [answer]: Answer[] = await once(worker, 'message', { signal })
    return answer
  } finally {
    await worker.terminate()
  }
}
