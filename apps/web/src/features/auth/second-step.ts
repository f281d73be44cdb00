import type { SecondStep } from '#contract/second-factor.ts'
import { errorBody } from '#web/api/api-error.ts'

const isSecondStep = (body: unknown): body is SecondStep =>
  typeof body === 'object' && body !== null && 'challenge' in body && 'methods' in body

/** The second step of a sign-in whose password was right, or that came from a provider; null for other errors. */
export const readSecondStep = (error: unknown): SecondStep | null => {
  const body = errorBody(error)
  return isSecondStep(body) ? body : null
}
