import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './folded-tools.module.css'

interface FoldedToolsProps {
  /** what the button that shows them says */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Controls that are shown when asked for, so that numbers come first. */
export const FoldedTools = ({ label, className = '', children }: FoldedToolsProps) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <div className={classes.folded}>
      <ActionIcon
        size={36}
        title={label}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={18} aria-hidden />
      </ActionIcon>
      <div id={id} className={`${classes.tools} ${className}`} data-open={isOpen}>
        {children}
      </div>
    </div>
  )
}
