import { type Dispatcher, request } from 'undici'
import { checkAddress } from '#connectors/kit/address.ts'
import { createGuardedAgent, type ResolveName } from '#connectors/kit/guarded-agent.ts'
import { AddressNotAllowed } from '#connectors/kit/platform-problems.ts'
import { Failure, fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { readPicture } from './receive-picture.ts'

/** From the first call to the last byte. */
const FETCH_MS = 15_000

interface LogoDeps extends Pick<Deps, 'platforms'> {
  /** default: the system's */
  readonly resolve?: ResolveName
}

/**
 * The bytes at a public address, fetched once and without any credentials. Redirects are not followed, wherever they lead.
 *
 * @throws Failure `picture.address_refused`, `picture.not_fetched`, `picture.too_large`
 */
export const fetchLogo = async (
  { platforms: { allowPrivate }, resolve }: LogoDeps,
  address: string,
  signal: AbortSignal,
): Promise<Buffer> => {
  const agent = createGuardedAgent({ allowPrivate, ...(resolve ? { resolve } : {}) })
  try {
    const answer = await request(checkAddress(address, { allowPrivate }), {
      dispatcher: agent,
      headers: { accept: 'image/webp,image/png,image/jpeg', 'user-agent': 'Cuvee' },
      signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
    })
    return await pictureOf(answer)
  } catch (error) {
    throw asFailure(error, signal)
  } finally {
    // What is left of an answer is of no use.
    await agent.destroy()
  }
}

const pictureOf = ({ statusCode, body }: Dispatcher.ResponseData): Promise<Buffer> => {
  if (statusCode === 200) return readPicture(body)
  throw refused(statusCode >= 300 && statusCode < 400 ? 'picture.address_refused' : 'picture.not_fetched')
}

const asFailure = (cause: unknown, { aborted, reason }: AbortSignal): unknown => {
  if (aborted) return reason
  if (cause instanceof Failure) return cause
  return refused(cause instanceof AddressNotAllowed ? 'picture.address_refused' : 'picture.not_fetched', cause)
}

const refused = (code: 'picture.address_refused' | 'picture.not_fetched', cause?: unknown): Failure =>
  fail(code, { field: 'logoUrl', cause })
