const FIRST_MS = 1000
const LONGEST_MS = 60_000
/** Longest pause that a platform may ask for. */
export const LONGEST_ASKED_MS = 5 * 60_000

/** A pause before try number `attempt + 1`: anywhere up to 1 s, 2 s, 4 s …, at most a minute (full jitter). `random`: 0 to 1. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.floor(random() * Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1)))

const millisecondsAsked = (retryAfter: string, answeredAt: number): number => {
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Number(retryAfter) * 1000
  return Date.parse(retryAfter) - answeredAt
}

/**
 * The pause that a `Retry-After` header asks for, in milliseconds, at most five minutes; null when it asks for none that can be
 * read. A date is taken against the answer's own `Date`, so that the platform's clock does not matter, else against `now`.
 */
export const retryAfterMs = (headers: Readonly<Record<string, string>>, now: number): number | null => {
  const asked = headers['retry-after']?.trim()
  if (!asked) return null
  const answered = Date.parse(headers.date ?? '')
  const pause = millisecondsAsked(asked, Number.isNaN(answered) ? now : answered)
  return Number.isNaN(pause) ? null : Math.min(Math.max(pause, 0), LONGEST_ASKED_MS)
}
