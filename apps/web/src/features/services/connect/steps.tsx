import { Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import classes from './connect.module.css'
import type { WizardStep } from './connect-rules.ts'

const NAMES: Readonly<Record<WizardStep, string>> = {
  platform: 'Choose',
  settings: 'Connect',
  finish: 'Name and finish',
}

/** The wizard's progress. */
export const StepList = ({ steps, current }: { steps: readonly WizardStep[]; current: WizardStep }) => {
  const at = steps.indexOf(current)
  return (
    <ol className={classes.steps} aria-label="Steps">
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className={classes.number}>{index < at ? <IconCheck size={13} aria-label="Done" /> : index + 1}</span>
          {NAMES[step]}
        </li>
      ))}
    </ol>
  )
}

interface StepHeadingProps {
  readonly children: ReactNode
  /** true for a step reached by navigation, false for the initial one */
  readonly takesFocus: boolean
}

/** A step's heading, focused on navigation for keyboard and screen reader users. */
export const StepHeading = ({ children, takesFocus }: StepHeadingProps) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Title order={2} ref={heading} tabIndex={-1} className={classes.heading}>
      {children}
    </Title>
  )
}
