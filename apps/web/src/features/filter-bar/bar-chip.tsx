import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { BarPopover, type BarPopoverProps } from './bar-popover.tsx'
import classes from './filter-bar.module.css'

interface BarChipProps extends BarPopoverProps {
  /** null: there is nothing to remove */
  readonly onRemove: (() => void) | null
}

/** A filter of a bar: it opens a panel to change it, and can be removed. */
export const BarChip = ({ onRemove, ...popover }: BarChipProps) => (
  <div className={classes.chip}>
    <BarPopover {...popover} isActive={onRemove !== null} />
    {onRemove === null ? null : (
      <ActionIcon
        variant="default"
        size={30}
        className={classes.remove}
        aria-label={`Remove filter: ${popover.label}`}
        onClick={onRemove}
      >
        <IconX size={14} />
      </ActionIcon>
    )}
  </div>
)
