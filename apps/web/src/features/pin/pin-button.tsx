import { IconPin } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { LockedButton } from '#web/app/plan-lock.tsx'
import type { PinSubject } from './pin-subject.ts'

interface PinButtonProps {
  /** null: nothing can be pinned yet */
  readonly subject: PinSubject | null
}

/** Opens the dialog that adds a report to a dashboard. */
export const PinButton = ({ subject }: PinButtonProps) => {
  const pin = usePin()
  return (
    <LockedButton
      size="xs"
      variant="default"
      leftSection={<IconPin size={16} aria-hidden />}
      disabled={subject === null}
      onClick={() => subject !== null && pin(subject)}
    >
      Pin to dashboard
    </LockedButton>
  )
}

/** Opens the dialog that adds a report to a dashboard. Its code is loaded on first use. */
export const usePin = (): ((subject: PinSubject) => void) => {
  const navigate = useNavigate()
  return useCallback(
    (subject) => {
      const onOpen = (slug: string): void => void navigate({ to: '/dashboard/$slug', params: { slug } })
      void import('./pin-dialog.tsx').then(({ openPinDialog }) => openPinDialog(subject, onOpen))
    },
    [navigate],
  )
}
