import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRuntime } from '../runtime.tsx'
import classes from './pull-to-refresh.module.css'

/** Pixels that the finger moves before letting go refreshes. */
const ENOUGH = 72
/** The arrow follows the finger at half its speed, and no further than this. */
const LONGEST = 64

const isAtTop = (target: EventTarget | null): boolean => {
  if (window.scrollY > 0 || !(target instanceof Element)) return false
  if (target.closest('[role="dialog"], [role="slider"], input, textarea')) return false
  for (let box: Element | null = target; box !== null; box = box.parentElement) if (box.scrollTop > 0) return false
  return true
}

/** Pixels that the page is being pulled down by a finger; calls `onRefresh` when it lets go far enough. */
const usePull = (onRefresh: () => void): number => {
  const [pulled, setPulled] = useState(0)
  useEffect(() => {
    let startedAt: number | null = null
    let distance = 0
    const handleStart = ({ touches, target }: TouchEvent): void => {
      startedAt = touches.length === 1 && isAtTop(target) ? (touches[0]?.clientY ?? null) : null
      distance = 0
    }
    const handleMove = ({ touches }: TouchEvent): void => {
      if (startedAt === null) return
      distance = Math.max(0, (touches[0]?.clientY ?? 0) - startedAt)
      setPulled(window.scrollY > 0 ? 0 : distance)
    }
    const handleEnd = (): void => {
      if (startedAt !== null && distance >= ENOUGH && window.scrollY === 0) onRefresh()
      startedAt = null
      setPulled(0)
    }
    const options = { passive: true }
    document.addEventListener('touchstart', handleStart, options)
    document.addEventListener('touchmove', handleMove, options)
    document.addEventListener('touchend', handleEnd, options)
    document.addEventListener('touchcancel', handleEnd, options)
    return () => {
      document.removeEventListener('touchstart', handleStart)
      document.removeEventListener('touchmove', handleMove)
      document.removeEventListener('touchend', handleEnd)
      document.removeEventListener('touchcancel', handleEnd)
    }
  }, [onRefresh])
  return pulled
}

/** Loads what is on screen again when a finger pulls the page down from its top. */
export const PullToRefresh = () => {
  const { refreshes } = useRuntime()
  const pulled = usePull(refreshes.request)
  if (pulled < 8) return null
  return (
    <div
      className={classes.arrow}
      data-ready={pulled >= ENOUGH || undefined}
      style={{ transform: `translate(-50%, ${Math.min(LONGEST, pulled / 2)}px)` }}
      aria-hidden
    >
      <IconRefresh size={20} stroke={1.5} />
    </div>
  )
}
