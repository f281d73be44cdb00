const MINUTE = 60_000

/** Milliseconds. Idle counts from the last refresh: half an hour at the screen after the last token ran out. */
export const SESSION_LIMITS = {
  access: 60 * MINUTE,
  idle: 90 * MINUTE,
  absolute: 7 * 24 * 60 * MINUTE,
} as const

export interface SessionTimes {
  readonly createdAt: Date
  readonly refreshedAt: Date
  /** the absolute end */
  readonly expiresAt: Date
}

/** A session that begins at `now`, epoch milliseconds. */
export const beginningAt = (now: number): SessionTimes => ({
  createdAt: new Date(now),
  refreshedAt: new Date(now),
  expiresAt: new Date(now + SESSION_LIMITS.absolute),
})

/** Epoch milliseconds at which the session is over unless it is refreshed before; its refresh token ends then too. */
export const sessionEnd = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.idle, expiresAt.getTime())

/** Epoch milliseconds at which the session's current access token ends. */
export const accessEnd = ({ refreshedAt, expiresAt }: SessionTimes): number =>
  Math.min(refreshedAt.getTime() + SESSION_LIMITS.access, expiresAt.getTime())

export const isSessionOver = (session: SessionTimes, now: number): boolean => now >= sessionEnd(session)
