import { useEffect, useRef, useState } from 'react'
import type { Session } from '#web/api/session/session.ts'

/** Milliseconds without activity after which the user is signed out. */
export const IDLE_LIMIT = 30 * 60 * 1000
/** Milliseconds before that at which a warning appears. */
const IDLE_WARNING = 2 * 60 * 1000

type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'over' }

/** What `now` means for someone last active at `lastActivity`; both epoch milliseconds. */
export const idleState = (lastActivity: number, now: number): IdleState => {
  const left = lastActivity + IDLE_LIMIT - now
  if (left <= 0) return { kind: 'over' }
  return left <= IDLE_WARNING ? { kind: 'warning', secondsLeft: Math.ceil(left / 1000) } : { kind: 'active' }
}

const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'mousedown', 'touchstart'] as const
/** Milliseconds between two looks at the clock, and between two words to the other tabs. */
const TICK = 1000
const TELL_TABS_EVERY = 5000

/** How idle the user is in all tabs of this session together, and the way to say "I am here". */
export const useIdle = (session: Session, signedIn: boolean): { state: IdleState; dismiss: () => void } => {
  const [state, setState] = useState<IdleState>({ kind: 'active' })
  const lastActivity = useRef(Date.now())
  const lastTold = useRef(0)

  const stay = () => {
    const now = Date.now()
    // A machine that slept wakes with an event before the timer has looked; being away too long is still too long.
    if (idleState(lastActivity.current, now).kind === 'over') return setState({ kind: 'over' })
    lastActivity.current = now
    if (now - lastTold.current < TELL_TABS_EVERY) return
    lastTold.current = now
    session.reportActivity(now)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `stay` only touches refs
  useEffect(() => {
    if (!signedIn) return
    lastActivity.current = Date.now()
    const look = () => {
      const next = idleState(lastActivity.current, Date.now())
      setState((before) => (before.kind === 'active' && next.kind === 'active' ? before : next))
    }
    const stopListening = session.onActivity((at) => {
      lastActivity.current = Math.max(lastActivity.current, at)
    })
    const timer = setInterval(look, TICK)
    for (const event of ACTIVITY_EVENTS) window.addEventListener(event, stay, { passive: true, capture: true })
    return () => {
      stopListening()
      clearInterval(timer)
      for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, stay, { capture: true })
      setState({ kind: 'active' })
    }
  }, [session, signedIn])

  // The dialog's button is answered at once; other signs of life at the next look at the clock.
  const dismiss = () => {
    stay()
    setState((before) => (before.kind === 'warning' ? { kind: 'active' } : before))
  }

  return { state, dismiss }
}
