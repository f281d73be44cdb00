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
}

const absoluteEnd = (session: SessionTimes): number => session.createdAt.getTime() + SESSION_LIMITS.absolute

/** Epoch milliseconds at which the session is over unless it is refreshed before; a refresh token ends then too. */
export const sessionEnd = (session: SessionTimes): number =>
  Math.min(session.refreshedAt.getTime() + SESSION_LIMITS.idle, absoluteEnd(session))

/** Epoch milliseconds at which the session's current access token ends. */
export const accessEnd = (session: SessionTimes): number =>
  Math.min(session.refreshedAt.getTime() + SESSION_LIMITS.access, absoluteEnd(session))

export const isSessionOver = (session: SessionTimes, now: number): boolean => now >= sessionEnd(session)
