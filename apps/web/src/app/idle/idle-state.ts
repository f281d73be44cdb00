/** Milliseconds without activity after which the user is signed out. */
export const IDLE_LIMIT = 30 * 60 * 1000
/** Milliseconds before that at which a warning appears. */
export const IDLE_WARNING = 2 * 60 * 1000

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'over' }

/** What `now` means for someone last active at `lastActivity`; both epoch milliseconds. */
export const idleState = (lastActivity: number, now: number): IdleState => {
  const left = lastActivity + IDLE_LIMIT - now
  if (left <= 0) return { kind: 'over' }
  return left <= IDLE_WARNING ? { kind: 'warning', secondsLeft: Math.ceil(left / 1000) } : { kind: 'active' }
}
