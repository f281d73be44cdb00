import { Badge, Stack, Title } from '@mantine/core'
import { IconDatabaseImport, IconFileTypeCsv, IconPlugConnected } from '@tabler/icons-react'
import type { ServiceType } from '#contract/services.ts'
import { hasPlatform } from '../state/service-state.ts'
import classes from './connect.module.css'
import { StepHeading } from './steps.tsx'

interface PlatformStepProps {
  readonly types: readonly ServiceType[]
  readonly takesFocus: boolean
  readonly onChoose: (type: string) => void
}

/** The available platforms. */
export const PlatformStep = ({ types, takesFocus, onChoose }: PlatformStepProps) => (
  <Stack gap="lg">
    <Stack gap="sm">
      <StepHeading takesFocus={takesFocus}>Which platform do you use?</StepHeading>
      <Choices types={types.filter(hasPlatform)} onChoose={onChoose} />
    </Stack>
    <Stack gap="sm">
      <Title order={2}>No connection needed</Title>
      <Choices types={types.filter((type) => !hasPlatform(type))} onChoose={onChoose} />
    </Stack>
  </Stack>
)

const Choices = ({ types, onChoose }: Pick<PlatformStepProps, 'types' | 'onChoose'>) => (
  <ul className={classes.choices}>
    {types.map((type) => (
      <li key={type.type}>
        <button type="button" className={classes.choice} disabled={!type.available} onClick={() => onChoose(type.type)}>
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
