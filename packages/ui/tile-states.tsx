import { Button } from '@mantine/core'
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './tile-states.module.css'

/** Milliseconds before the waiting time is shown. */
const PATIENCE = 2000

/** Waiting time, once it is long; in the corner of a positioned element. */
export const ElapsedTime = ({ since }: { since: number }) => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  const elapsed = now - since
  if (elapsed < PATIENCE) return null
  return <div className={classes.elapsed}>Still working… {Math.floor(elapsed / 1000)} s</div>
}

export interface TileSkeletonProps {
  readonly shape: 'numbers' | 'block'
  /** pixels */
  readonly height: number
  /** when loading began, in epoch milliseconds */
  readonly since: number
}

const BAR_HEIGHTS = [42, 66, 54, 80, 62, 90, 72, 58]
/** Height from which the chart is below the number. */
const TALL = 150

/** A skeleton: a number with its chart, or one block. */
export const TileSkeleton = ({ shape, height, since }: TileSkeletonProps) => (
  <div className={classes.skeleton} data-tall={height >= TALL} aria-busy="true">
    {shape === 'numbers' ? <NumberSkeleton /> : <Bone height="100%" />}
    <ElapsedTime since={since} />
  </div>
)

// As plain as can be, because a dashboard has a hundred of them for a moment.
const Bone = (size: { readonly width?: number; readonly height: number | string }) => (
  <div className={classes.bone} style={size} />
)

const NumberSkeleton = () => (
  <>
    <div className={classes.lines}>
      <Bone height={10} width={72} />
      <Bone height={26} width={120} />
      <Bone height={10} width={96} />
    </div>
    <div className={classes.bars}>
      {BAR_HEIGHTS.map((share) => (
        <Bone key={share} height={`${share}%`} />
      ))}
    </div>
  </>
)

/** An error message and a retry button. */
export const TileError = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <div className={classes.state} role="alert">
    <div className={classes.message}>
      <IconAlertTriangle size={16} className={classes.warning} aria-hidden />
      <span>{message}</span>
    </div>
    <Button size="compact-xs" variant="default" leftSection={<IconRefresh size={14} />} onClick={onRetry}>
      Retry
    </Button>
  </div>
)

/** Why there is nothing to show. */
export const TileEmpty = ({ reason, children }: { reason: string; children?: ReactNode }) => (
  <div className={classes.state}>
    <div className={classes.message}>{reason}</div>
    {children}
  </div>
)
