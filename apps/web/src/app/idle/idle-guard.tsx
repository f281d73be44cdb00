import { Button, Group, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Session } from '#web/api/session/session.ts'
import { useSession } from '../current-user.ts'
import { useSignOut } from '../draft/use-sign-out.ts'
import { LazyModal } from '../lazy-part.tsx'
import { useRuntime } from '../runtime.tsx'

/** Milliseconds without activity after which the user is signed out. */
const IDLE_LIMIT = 30 * 60 * 1000
/** Milliseconds before that at which a warning appears. */
const IDLE_WARNING = 2 * 60 * 1000

type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly secondsLeft: number }
  | { readonly kind: 'over' }

/** The idle state at `now` of a user last active at `lastActivity`; both epoch milliseconds. */
export const idleState = (lastActivity: number, now: number): IdleState => {
  const left = lastActivity + IDLE_LIMIT - now
  if (left <= 0) return { kind: 'over' }
  return left <= IDLE_WARNING ? { kind: 'warning', secondsLeft: Math.ceil(left / 1000) } : { kind: 'active' }
}

const ACTIVITY_EVENTS = ['mousemove', 'keydown', 'mousedown', 'touchstart'] as const
/** Milliseconds between idle checks, and between activity reports to other tabs. */
const TICK = 1000
const TAB_REPORT_INTERVAL = 5000

/** The idle state across all tabs of this session, and a function that records activity. */
const useIdle = (session: Session, signedIn: boolean): { state: IdleState; dismiss: () => void } => {
  const [state, setState] = useState<IdleState>({ kind: 'active' })
  const lastActivity = useRef(Date.now())
  const lastReported = useRef(0)

  const recordActivity = () => {
    const now = Date.now()
    // After sleep an event can arrive before the timer runs; the limit still applies.
    if (idleState(lastActivity.current, now).kind === 'over') return setState({ kind: 'over' })
    lastActivity.current = now
    if (now - lastReported.current < TAB_REPORT_INTERVAL) return
    lastReported.current = now
    session.reportActivity(now)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: `stay` only touches refs
  useEffect(() => {
    if (!signedIn) return
    lastActivity.current = Date.now()
    const checkIdle = () => {
      const next = idleState(lastActivity.current, Date.now())
      setState((before) => (before.kind === 'active' && next.kind === 'active' ? before : next))
    }
    const stopListening = session.onActivity((at) => {
      lastActivity.current = Math.max(lastActivity.current, at)
    })
    const timer = setInterval(checkIdle, TICK)
    for (const event of ACTIVITY_EVENTS)
      window.addEventListener(event, recordActivity, { passive: true, capture: true })
    return () => {
      stopListening()
      clearInterval(timer)
      for (const event of ACTIVITY_EVENTS) window.removeEventListener(event, recordActivity, { capture: true })
      setState({ kind: 'active' })
    }
  }, [session, signedIn])

  // The button dismisses the dialog immediately; other activity does so at the next check.
  const dismiss = () => {
    recordActivity()
    setState((before) => (before.kind === 'warning' ? { kind: 'active' } : before))
  }

  return { state, dismiss }
}

const minutesAndSeconds = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Signs an idle user out, after a warning that any activity dismisses. */
export const IdleGuard = () => {
  const { session } = useRuntime()
  const signedIn = useSession() !== null
  const { state, dismiss } = useIdle(session, signedIn)
  const signOut = useSignOut()

  useEffect(() => {
    if (state.kind === 'over') session.end('idle')
  }, [state, session])

  if (!signedIn) return null
  const warned = state.kind === 'warning'
  return (
    <LazyModal opened={warned} onClose={dismiss} title="Are you still there?" closeOnClickOutside={false} size="sm">
      <Text>You’ll be signed out soon because you’ve been inactive.</Text>
      <Text mt="sm" fw={600} className="numbers" aria-hidden>
        {warned ? minutesAndSeconds(state.secondsLeft) : ''}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
        <Button data-autofocus onClick={dismiss}>
          Stay signed in
        </Button>
      </Group>
    </LazyModal>
  )
}
