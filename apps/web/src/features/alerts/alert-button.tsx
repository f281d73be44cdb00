import { Button } from '@mantine/core'
import { IconBellPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'

// Opens on click only, so its code is loaded on demand.
const AlertDialog = lazy(() => import('./alert-dialog.tsx').then((module) => ({ default: module.AlertDialog })))

interface AlertButtonProps {
  /** the report with the dates and filters on screen */
  readonly definition: () => ReportDefinitionInput
  readonly disabled: boolean
}

/** Adds an alert on a number of a report. */
export const AlertButton = ({ definition, disabled }: AlertButtonProps) => {
  const [watched, setWatched] = useState<ReportDefinitionInput | null>(null)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconBellPlus size={16} aria-hidden />}
        disabled={disabled}
        onClick={() => setWatched(definition())}
      >
        Alert me…
      </Button>
      <Suspense fallback={null}>
        {watched === null ? null : <AlertDialog definition={watched} alert={null} onClose={() => setWatched(null)} />}
      </Suspense>
    </>
  )
}
