import { Anchor, Badge, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconDatabaseImport, IconFileTypeCsv, IconPlugConnected } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ServiceType } from '#contract/services.ts'
import { hasPlatform } from '../state/service-state.ts'
import classes from './connect.module.css'
import type { WizardStep } from './connect-rules.ts'

const NAMES: Readonly<Record<WizardStep, string>> = {
  platform: 'Choose',
  settings: 'Connect',
  finish: 'Finish',
}

/** The wizard's progress. */
export const StepList = ({ steps, current }: { steps: readonly WizardStep[]; current: WizardStep }) => {
  const at = steps.indexOf(current)
  return (
    <ol className={`bare-list ${classes.steps}`} aria-label="Steps">
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

interface PlatformStepProps {
  readonly types: readonly ServiceType[]
  readonly takesFocus: boolean
  readonly onChoose: (type: string) => void
}

/** The available platforms. */
export const PlatformStep = ({ types, takesFocus, onChoose }: PlatformStepProps) => {
  const others = useRef<HTMLHeadingElement>(null)
  const goToOthers = (): void => {
    others.current?.focus({ preventScroll: true })
    others.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <Stack gap="lg">
      <Stack gap="sm">
        <StepHeading takesFocus={takesFocus}>Which platform do you use?</StepHeading>
        <Text size="sm" c="dimmed">
          None of these?{' '}
          <Anchor component="button" type="button" size="sm" onClick={goToOthers}>
            Upload a file or load sample data
          </Anchor>
        </Text>
        <Choices types={types.filter(hasPlatform)} onChoose={onChoose} />
      </Stack>
      <Stack gap="sm">
        <Title order={2} ref={others} tabIndex={-1} className={classes.heading} style={{ scrollMarginTop: 72 }}>
          No connection needed
        </Title>
        <Choices types={types.filter((type) => !hasPlatform(type))} onChoose={onChoose} />
      </Stack>
    </Stack>
  )
}

const Choices = ({ types, onChoose }: Pick<PlatformStepProps, 'types' | 'onChoose'>) => (
  <ul className={`bare-list ${classes.choices}`}>
    {types.map((type) => (
      <li key={type.type}>
        <button
          type="button"
          className={`card ${classes.choice}`}
          disabled={!type.available}
          onClick={() => onChoose(type.type)}
        >
          <span className={classes.choiceIcon}>
            <TypeIcon auth={type.auth} />
          </span>
          <span>
            <span className={classes.choiceTitle}>
              {type.title}{' '}
              {!type.available && (
                <Badge variant="default" tt="none" fw={500} component="span">
                  Not available yet
                </Badge>
              )}
            </span>
            <span className={classes.choiceText}>{type.description}</span>
          </span>
        </button>
      </li>
    ))}
  </ul>
)

const TypeIcon = ({ auth }: { auth: string }) => {
  if (auth === 'file') return <IconFileTypeCsv size={22} aria-hidden />
  if (auth === 'none') return <IconDatabaseImport size={22} aria-hidden />
  return <IconPlugConnected size={22} aria-hidden />
}
