import { notifications, notificationsStore } from '@mantine/notifications'
import type { ReactNode } from 'react'

/** Milliseconds that a toast is shown. */
export const TOAST_TIME = 3000
/** Toasts on screen at once. */
export const TOAST_LIMIT = 5

const dropOldest = () => {
  const shown = notificationsStore.getState().notifications
  // The newest come first, so those beyond the limit are the oldest.
  for (const { id } of shown.slice(TOAST_LIMIT - 1)) if (id) notifications.hide(id)
}

let shownSoFar = 0

const show = (message: ReactNode, color: string): string => {
  dropOldest()
  shownSoFar += 1
  return notifications.show({
    message,
    color,
    priority: shownSoFar,
    autoClose: TOAST_TIME,
    withBorder: true,
    closeButtonProps: { 'aria-label': 'Close' },
  })
}

/**
 * Short messages at the top right, newest on top; the oldest is dropped at the limit. Returns an id to hide the toast
 * early.
 */
export const toast = {
  success: (message: ReactNode) => show(message, 'green'),
  failure: (message: ReactNode) => show(message, 'red'),
  hide: (id: string): string => notifications.hide(id),
}
