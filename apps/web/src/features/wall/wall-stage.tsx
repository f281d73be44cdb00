import { useViewportSize } from '@mantine/hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { Widgets } from '#web/features/dashboard/grid-rules.ts'
import { OldestData } from './tile-refresh.tsx'
import { PHONE_WIDTH, ViewedTiles } from './viewed-tiles.tsx'
import classes from './wall.module.css'
import { WallControls } from './wall-controls.tsx'
import { rowsWithin, stretchedScale, wallScale, wallScreens } from './wall-screens.ts'

interface RotationOptions {
  /** screens of the current dashboard */
  readonly count: number
  /** seconds that each is shown */
  readonly seconds: number
  /** shows the next (1) or the previous (-1) dashboard; null: there is only one */
  readonly onTurn: ((step: 1 | -1) => void) | null
}

/** Which screen is shown: the next one after some seconds, until it is paused. */
const useWallRotation = ({ count, seconds, onTurn }: RotationOptions) => {
  const [shown, setShown] = useState(0)
  const [isPaused, setPaused] = useState(false)
  const index = Math.min(shown, Math.max(0, count - 1))
  const move = useCallback(
    (step: 1 | -1): void => {
      const next = index + step
      if (next >= 0 && next < count) setShown(next)
      else if (onTurn !== null) onTurn(step)
      else setShown(next < 0 ? Math.max(0, count - 1) : 0)
    },
    [index, count, onTurn],
  )
  const mayMove = count > 1 || onTurn !== null
  useEffect(() => {
    if (isPaused || !mayMove) return
    const timer = setTimeout(() => move(1), seconds * 1000)
    return () => clearTimeout(timer)
  }, [isPaused, mayMove, move, seconds])
  return { index, isPaused, mayMove, move, togglePaused: () => setPaused((before) => !before) }
}

interface WallKeys {
  readonly onLeave: () => void
  readonly onMove: (step: 1 | -1) => void
  readonly onPause: () => void
}

/** Escape leaves, the arrow keys move, and the space bar pauses. */
const useWallKeys = ({ onLeave, onMove, onPause }: WallKeys): void => {
  useEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      // The space bar presses a focused button.
      const isOnButton = event.target instanceof HTMLButtonElement
      if (event.key === 'Escape') onLeave()
      else if (event.key === 'ArrowRight') onMove(1)
      else if (event.key === 'ArrowLeft') onMove(-1)
      else if (event.key === ' ' && !isOnButton) onPause()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', handleKey)
    return () => window.removeEventListener('keydown', handleKey)
  }, [onLeave, onMove, onPause])
}

/** Pixels at scale 1: the header, and space around the tiles. */
const HEADER_HEIGHT = 64
const SPACE = 16
const DEFAULT_SECONDS = 30

interface WallStageProps {
  readonly name: string
  /** shown next to the name */
  readonly owner: string
  readonly widgets: Widgets
  /** that each screen is shown */
  readonly seconds?: number
  /** shows the next or previous dashboard; null: there is only one */
  readonly onTurn?: ((step: 1 | -1) => void) | null
  readonly onLeave: () => void
}

/** A dashboard that fills the screen, in large type, one part after the other. The tiles' data comes from the store above it. */
export const WallStage = ({ name, owner, widgets, seconds, onTurn = null, onLeave }: WallStageProps) => {
  const { width, height } = useViewportSize()
  const isPhone = width < PHONE_WIDTH
  const base = wallScale(width)
  const room = height - (HEADER_HEIGHT + SPACE) * base
  const screens = useMemo(
    () => (isPhone ? [widgets] : wallScreens(widgets, rowsWithin(room / base))),
    [isPhone, widgets, room, base],
  )
  const rotation = useWallRotation({ count: screens.length, seconds: seconds ?? DEFAULT_SECONDS, onTurn })
  useWallKeys({ onLeave, onMove: rotation.move, onPause: rotation.togglePaused })
  const shown = screens[rotation.index] ?? []
  const scale = isPhone ? 1 : stretchedScale(shown, room, base)
  const inner = Math.floor((width - 2 * SPACE * base) / scale)
  return (
    <section className={classes.stage} aria-label={`Wall mode: ${name}`}>
      <header
        className={classes.header}
        style={{ fontSize: 16 * base, height: HEADER_HEIGHT * base, padding: `0 ${SPACE * base}px` }}
      >
        <h1 className={classes.name}>{name}</h1>
        <span className={classes.owner}>{owner}</span>
        <OldestData className={classes.freshness} />
      </header>
      <div className={classes.tiles} style={{ padding: `0 ${SPACE * base}px` }}>
        <div style={isPhone ? undefined : { transform: `scale(${scale})`, transformOrigin: '0 0', width: inner }}>
          {width === 0 ? null : <ViewedTiles widgets={shown} width={inner} isPhone={isPhone} />}
        </div>
      </div>
      <WallControls {...rotation} count={screens.length} onLeave={onLeave} />
    </section>
  )
}
