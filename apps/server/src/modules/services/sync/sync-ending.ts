import { CredentialsRefused, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { Failure } from '#contract/errors.ts'
import { RunCancelled } from '../run-watch.ts'

/** How a run of a platform ended. `message` is for the person who looks after the service. */
export type SyncEnding =
  /** `credentialsEnd`: when they end, epoch milliseconds; null: never, or nobody knows */
  | { readonly kind: 'succeeded'; readonly credentialsEnd: number | null }
  | { readonly kind: 'cancelled' }
  /** the time of one run is over; the next one goes on */
  | { readonly kind: 'interrupted' }
  /** somebody has to enter the credentials again */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'failed'; readonly message: string; readonly isUnexpected: boolean }

interface Signals {
  readonly watch: AbortSignal
  readonly limit: AbortSignal
}

/** What an error that ended a run means. */
export const endingOf = (error: unknown, { watch, limit }: Signals): SyncEnding => {
  if (watch.reason instanceof RunCancelled) return { kind: 'cancelled' }
  if (error instanceof CredentialsRefused) return { kind: 'refused', message: error.message }
  if (isPlatformProblem(error)) return { kind: 'failed', message: error.message, isUnexpected: false }
  if (limit.aborted) return { kind: 'interrupted' }
  if (error instanceof Failure) return { kind: 'failed', message: error.message, isUnexpected: false }
  return { kind: 'failed', message: 'An unexpected error occurred', isUnexpected: true }
}
