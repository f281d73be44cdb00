import { Button } from '@mantine/core'
import { IconPin } from '@tabler/icons-react'
import { PlanLock } from '#web/app/plan-lock.tsx'
import type { PinSubject } from './pin-subject.ts'
import { usePin } from './use-pin.ts'

interface PinButtonProps {
  /** null: nothing can be pinned yet */
  readonly subject: PinSubject | null
  readonly size?: string
}

/** Opens the dialog that adds a report to a dashboard. */
export const PinButton = ({ subject, size = 'xs' }: PinButtonProps) => {
  const pin = usePin()
  return (
    <PlanLock>
      {(lock) => (
        <Button
          size={size}
          variant="default"
          leftSection={<IconPin size={16} aria-hidden />}
          disabled={subject === null}
          onClick={() => subject !== null && pin(subject)}
          {...lock}
        >
          Pin to dashboard
        </Button>
      )}
    </PlanLock>
  )
}
