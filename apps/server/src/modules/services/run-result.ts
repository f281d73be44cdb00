import type { FileProblem } from '#contract/services.ts'

/** How a run's work ended, when it was not stopped by an error. */
export interface RunResult {
  readonly status: 'succeeded' | 'failed'
  /** rows `read, accepted, rejected`, and canonical rows given by table */
  readonly counts: Readonly<Record<string, number>>
  /** the first ones */
  readonly errors: readonly FileProblem[]
}

export const MAX_RUN_ERRORS = 100

/** A failure that is no place in a file. */
export const generalProblem = (message: string): FileProblem => ({ line: null, column: null, value: null, message })
