import type { Deps } from '#server/deps.ts'
import { isCancelRequested, type RunRow, updateOpenRun } from './runs.repo.ts'

const CHECK_MS = 400
/** Clients poll progress once a second, so more frequent writes are wasted. */
const WRITE_MS = 400

/** The abort reason when a user cancels a run. */
export class RunCanceled extends Error {
  override readonly name = 'RunCanceled'
}

interface Progress {
  readonly stream: string
  /** rows */
  readonly done: number
  readonly total: number | null
}

export interface RunWatch {
  /** aborts when the run is canceled, or `outer` aborts */
  readonly signal: AbortSignal
  /** stores the run's progress; frequent calls are throttled */
  report(progress: Progress): Promise<void>
  stop(): void
}

/** Watches an active run for cancellation, from any process, and stores its progress. */
export const watchRun = (deps: Deps, run: RunRow, outer: AbortSignal): RunWatch => {
  const cancel = new AbortController()
  const signal = AbortSignal.any([cancel.signal, outer])
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    // A brief database outage must not end the run.
    const isRequested = await isCancelRequested(deps.db, run.account_id, run.id).catch(() => false)
    if (isRequested) cancel.abort(new RunCanceled('The run was canceled'))
    isChecking = false
  }
  const timer = setInterval(() => void check(), CHECK_MS)
  let written = 0
  let stream = ''
  return {
    signal,
    report: async (progress) => {
      signal.throwIfAborted()
      const now = performance.now()
      if (progress.stream === stream && now - written < WRITE_MS) return
      written = now
      stream = progress.stream
      await updateOpenRun(deps.db, run, { ...progress })
    },
    stop: () => clearInterval(timer),
  }
}
