import { ActionIcon } from '@mantine/core'
import { useIdle } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './wall.module.css'

interface WallControlsProps {
  readonly index: number
  readonly count: number
  readonly isPaused: boolean
  readonly mayMove: boolean
  readonly move: (step: 1 | -1) => void
  readonly togglePaused: () => void
  readonly onLeave: () => void
}

/** Milliseconds without a movement after which the buttons fade. */
const FADE_MS = 4_000

const Control = ({ label, onClick, children }: { label: string; onClick: () => void; children: ReactNode }) => (
  <ActionIcon variant="default" size={44} aria-label={label} title={label} onClick={onClick}>
    {children}
  </ActionIcon>
)

/** Buttons that appear when somebody moves the pointer, touches the screen or presses a key. */
export const WallControls = ({ index, count, isPaused, mayMove, move, togglePaused, onLeave }: WallControlsProps) => {
  const isIdle = useIdle(FADE_MS, { initialState: false })
  return (
    <div className={classes.controls} data-idle={isIdle || undefined} role="toolbar" aria-label="Wall mode">
      {mayMove ? (
        <>
          <span className={classes.place}>
            {index + 1} of {count}
          </span>
          <Control label="Previous" onClick={() => move(-1)}>
            <IconChevronLeft size={20} />
          </Control>
          <Control label={isPaused ? 'Resume' : 'Pause'} onClick={togglePaused}>
            {isPaused ? <IconPlayerPlay size={20} /> : <IconPlayerPause size={20} />}
          </Control>
          <Control label="Next" onClick={() => move(1)}>
            <IconChevronRight size={20} />
          </Control>
        </>
      ) : null}
      <Control label="Leave wall mode" onClick={onLeave}>
        <IconX size={20} />
      </Control>
    </div>
  )
}
