import { Button } from '@mantine/core'
import { IconBellPlus } from '@tabler/icons-react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { PlanLock } from '#web/app/plan-lock.tsx'
import { openAlert } from './open-alert.ts'

interface AlertButtonProps {
  /** the report with the dates and filters on screen; null: it cannot be watched yet */
  readonly definition: (() => ReportDefinitionInput) | null
  readonly size?: string
}

/** Adds an alert on a number of a report. */
export const AlertButton = ({ definition, size = 'xs' }: AlertButtonProps) => (
  <PlanLock>
    {(lock) => (
      <Button
        {...{ size }}
        variant="default"
        leftSection={<IconBellPlus size={16} aria-hidden />}
        disabled={definition === null}
        onClick={() => definition !== null && openAlert(definition())}
        {...lock}
      >
        Alert me…
      </Button>
    )}
  </PlanLock>
)
