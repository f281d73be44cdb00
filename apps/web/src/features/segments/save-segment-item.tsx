import { Button } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { type ComponentProps, Suspense, useState } from 'react'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import { SEGMENT_SUBJECTS } from '#domain/segments.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { lazyPart } from '#web/app/lazy-part.tsx'
import { LockedItem, usePlanLock } from '#web/app/plan-lock.tsx'

// Opens on click only, so its code is loaded on demand.
const SegmentDialog = lazyPart(() => import('./segment-dialog.tsx').then((module) => module.SegmentDialog))

/** Whether the user may save segments, and the definition is a list of people. */
export const useCanSaveSegment = (definition: ReportDefinitionInput | null): boolean => {
  const isPermitted = useIsPermitted('sharing')
  if (definition === null || !isPermitted) return false
  const { reportType, groupColumns = [] } = definition
  return groupColumns.length === 0 && SEGMENT_SUBJECTS.some((subject) => subject === reportType)
}

/** Menu item for a list of people; the dialog stands outside of the menu. */
export const SaveSegmentItem = ({ onClick }: { readonly onClick: () => void }) => (
  <LockedItem leftSection={<IconUsersGroup size={16} aria-hidden />} onClick={onClick}>
    Save as segment…
  </LockedItem>
)

export const SaveSegment = (props: ComponentProps<typeof SegmentDialog>) => (
  <Suspense fallback={null}>
    <SegmentDialog {...props} />
  </Suspense>
)

/** A button where no menu is; renders nothing where the people can't be saved. */
export const SaveSegmentButton = ({ definition }: { readonly definition: ReportDefinitionInput | null }) => {
  const [isOpen, setOpen] = useState(false)
  const isLocked = usePlanLock() !== null
  if (!useCanSaveSegment(definition) || definition === null) return null
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={isLocked}
        leftSection={<IconUsersGroup size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Save as segment…
      </Button>
      {isOpen ? <SaveSegment definition={definition} onClose={() => setOpen(false)} /> : null}
    </>
  )
}
