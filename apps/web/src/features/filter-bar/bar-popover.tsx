import { Button, Popover, Skeleton } from '@mantine/core'
import { type ReactNode, Suspense, useState } from 'react'
import classes from './filter-bar.module.css'

export interface BarPopoverProps {
  readonly label: string
  /** accessible name; default: the label */
  readonly name?: string
  readonly icon?: ReactNode
  readonly isActive?: boolean
  readonly width?: number
  /** opened when it appears */
  readonly isOpenAtFirst?: boolean
  readonly children: (close: () => void) => ReactNode
}

/** A button of the bar that opens a panel, whose code is loaded then. */
export const BarPopover = (props: BarPopoverProps) => {
  const { label, name = label, icon, isActive = false, width = 320, isOpenAtFirst = false, children } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      returnFocus
      width={`min(${width}px, calc(100vw - 16px))`}
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={icon}
          className={classes.button}
          data-active={isActive}
          aria-label={name}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={classes.words}>{label}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name} p="xs">
        <Suspense fallback={<Skeleton height={180} />}>{isOpen ? children(() => setOpen(false)) : null}</Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
