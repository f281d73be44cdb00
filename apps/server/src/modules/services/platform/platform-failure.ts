import { AddressRefused, isPlatformProblem } from '#connectors/kit/platform-problems.ts'
import { fail } from '#contract/errors.ts'

/**
 * A platform's refusal as a failure of ours: never 401 or 403, which would sign out whoever asked. Other errors stay as
 * they are.
 */
export const platformFailure = (error: unknown): unknown => {
  if (error instanceof AddressRefused) return fail('service.address_refused', { cause: error })
  if (!isPlatformProblem(error)) return error
  return fail('service.platform_failed', { values: { message: error.message }, cause: error })
}
