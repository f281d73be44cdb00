import { ActionIcon } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import classes from './folded-tools.module.css'

interface FoldedToolsProps {
  /** what the button says that shows them on a phone */
  readonly label: string
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** Controls that a phone shows when asked to, so that numbers come first. */
export const FoldedTools = ({ label, className = '', children }: FoldedToolsProps) => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        className={classes.button}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconAdjustmentsHorizontal size={20} aria-hidden />
      </ActionIcon>
      <div id={id} className={`${classes.tools} ${className}`} data-open={isOpen}>
        {children}
      </div>
    </>
  )
}
