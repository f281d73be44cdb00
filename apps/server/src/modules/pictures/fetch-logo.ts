import { type Dispatcher, request } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { Failure, fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { assertMayCallOut } from '#server/platform/outside-calls.ts'
import { pictureBytes } from './replace-picture.usecases.ts'

/** Timeout from the request to the last byte. */
const FETCH_MS = 15_000

/**
 * Fetches a public URL once without credentials. Redirects are not followed.
 *
 * @throws Failure `picture.address_refused`, `picture.not_fetched`, `picture.too_large`
 */
export const fetchLogo = async ({ platforms }: Deps, address: string, signal: AbortSignal): Promise<Buffer> => {
  assertMayCallOut('picture download')
  const agent = createGuardedAgent(platforms)
  try {
    const answer = await request(checkAddress(address, platforms), {
      dispatcher: agent,
      headers: { accept: 'image/webp,image/png,image/jpeg', 'user-agent': 'Cuvee' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
    })
    return await readResponse(answer)
  } catch (error) {
    throw toFailure(error, signal)
  } finally {
    // Discards the rest of the response.
    await agent.destroy()
  }
}

const readResponse = ({ statusCode, body }: Dispatcher.ResponseData): Promise<Buffer> => {
  if (statusCode === 200) return pictureBytes(body)
  throw rejectLogo(statusCode >= 300 && statusCode < 400 ? 'picture.address_refused' : 'picture.not_fetched')
}

const toFailure = (cause: unknown, { aborted, reason }: AbortSignal): unknown => {
  if (aborted) return reason
  if (cause instanceof Failure) return cause
  return rejectLogo(cause instanceof AddressNotAllowed ? 'picture.address_refused' : 'picture.not_fetched', cause)
}

const rejectLogo = (code: 'picture.address_refused' | 'picture.not_fetched', cause?: unknown): Failure =>
  fail(code, { field: 'logoUrl', cause })
