import { IconCheck } from '@tabler/icons-react'
import classes from './connect.module.css'
import type { WizardStep } from './wizard-steps.ts'

const NAMES: Readonly<Record<WizardStep, string>> = {
  platform: 'Choose',
  settings: 'Connect',
  finish: 'Name and finish',
}

/** Where somebody is on the way to a new service. */
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
