import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS } from '#domain/clock.ts'

const isEqual = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)

/** Compares two texts in constant time. */
export const isEqualText = (one: string, other: string): boolean => isEqual(Buffer.from(one), Buffer.from(other))

interface Signed {
  /** keys of which any may have signed; undefined, null and empty: there is none */
  readonly keys: readonly (string | null | undefined)[]
  /** what the signature covers, in order */
  readonly parts: readonly (string | Buffer)[]
  /** base64 */
  readonly signature: string | undefined
}

/** Whether a signature is the HMAC-SHA256 of the parts by one of the keys. */
export const isSignedBase64 = ({ keys, parts, signature }: Signed): boolean =>
  keys.some((key) => {
    if (!key) return false
    const hmac = createHmac('sha256', key)
    for (const part of parts) hmac.update(part)
    return isEqual(hmac.digest(), Buffer.from(signature ?? '', 'base64'))
  })

/** Longer than platforms repeat an event that was not accepted: Square does for a day, Toast doesn't say how long. */
const OLDEST_MS = 3 * DAY_MS
/** Maximum clock difference. */
const EARLIEST_MS = 5 * 60_000

/** Whether an event of that time may still arrive; both in epoch milliseconds. */
export const isRecentEvent = (at: number, now: number): boolean => at >= now - OLDEST_MS && at <= now + EARLIEST_MS
