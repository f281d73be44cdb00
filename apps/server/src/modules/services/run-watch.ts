import type { Deps } from '#server/deps.ts'
import { isCancelRequested, type RunRow, updateOpenRun } from './runs.repo.ts'

const CHECK_MS = 400
/** Progress is polled once a second; more often would only cost. */
const WRITE_MS = 400

/** The reason of an abort that a person asked for. */
export class RunCancelled extends Error {
  override readonly name = 'RunCancelled'
}

export interface Progress {
  readonly stream: string
  /** rows */
  readonly done: number
  readonly total: number | null
}

export interface RunWatch {
  /** aborts when the run is cancelled, or `outer` aborts */
  readonly signal: AbortSignal
  /** tells how far the run is; seldom enough writes are left out */
  report(progress: Progress): Promise<void>
  stop(): void
}

/** Looks after a run while it is worked on: cancelling from wherever it was asked for, and progress. */
export const watchRun = (deps: Pick<Deps, 'db'>, run: RunRow, outer: AbortSignal): RunWatch => {
  const cancel = new AbortController()
  const signal = AbortSignal.any([cancel.signal, outer])
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    // A database that is away for a moment does not end the run.
    const isAsked = await isCancelRequested(deps.db, run.account_id, run.id).catch(() => false)
    if (isAsked) cancel.abort(new RunCancelled('The run was cancelled'))
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
