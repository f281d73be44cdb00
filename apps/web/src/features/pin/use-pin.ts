import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { PinSubject } from './pin-subject.ts'

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
