import { type CSSProperties, type TouchEvent, useMemo, useRef } from 'react'

/** A finger's way across the screen, in pixels and milliseconds. */
export interface FingerPath {
  readonly x: number
  readonly y: number
  readonly elapsed: number
}

export type SwipeDirection = 'left' | 'right'

/** Pixels below which a movement is a tap or a hesitation. */
const SHORTEST = 48
/** Milliseconds after which it is a drag. */
const LONGEST_MS = 600
/** How much further it must go to the side than up or down. */
const SLANT = 1.8

/** The direction of a quick movement to the side; null for taps, drags and scrolling. */
export const swipeDirection = ({ x, y, elapsed }: FingerPath): SwipeDirection | null => {
  if (Math.abs(x) < SHORTEST || elapsed > LONGEST_MS || Math.abs(x) < SLANT * Math.abs(y)) return null
  return x < 0 ? 'left' : 'right'
}

/** Pixels at the edges of the screen, where a swipe is the system's gesture for going back. */
const EDGE = 24

const scrollsSideways = (element: Element, until: Element): boolean => {
  if (element === until || element.parentElement === null) return false
  const isWider = element.scrollWidth > element.clientWidth + 1
  return (
    (isWider && /auto|scroll/.test(getComputedStyle(element).overflowX)) ||
    scrollsSideways(element.parentElement, until)
  )
}

const isOwnGesture = (target: EventTarget, box: Element): boolean =>
  target instanceof Element && (target.closest('[role="slider"], input') !== null || scrollsSideways(target, box))

/** The browser leaves movements to the side to us: it would take a swipe to the right as the way back to the page before. */
const SWIPED: CSSProperties = { touchAction: 'pan-y pinch-zoom' }

/**
 * Handlers and style for an element that follows swipes of one finger; parts that scroll or slide sideways keep theirs. Offer
 * buttons that do the same.
 */
export const useSwipe = (onSwipe: (direction: SwipeDirection) => void) => {
  const latest = useRef(onSwipe)
  latest.current = onSwipe
  const start = useRef<{ readonly x: number; readonly y: number; readonly at: number } | null>(null)
  return useMemo(
    () => ({
      style: SWIPED,
      onTouchStart: ({ touches, target, currentTarget, timeStamp }: TouchEvent) => {
        const finger = touches[0]
        const isAtEdge = finger && (finger.clientX < EDGE || finger.clientX > window.innerWidth - EDGE)
        const isMeant = finger && touches.length === 1 && !isAtEdge && !isOwnGesture(target, currentTarget)
        start.current = isMeant ? { x: finger.clientX, y: finger.clientY, at: timeStamp } : null
      },
      onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => {
        const finger = changedTouches[0]
        const from = start.current
        start.current = null
        if (from === null || finger === undefined) return
        const path = { x: finger.clientX - from.x, y: finger.clientY - from.y, elapsed: timeStamp - from.at }
        const direction = swipeDirection(path)
        if (direction !== null) latest.current(direction)
      },
      onTouchCancel: () => {
        start.current = null
      },
    }),
    [],
  )
}
