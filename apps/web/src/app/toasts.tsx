import { Notifications } from '@mantine/notifications'
import { TOAST_LIMIT, TOAST_TIME } from './toast.ts'

/** Where toasts appear. */
export const Toasts = () => (
  <Notifications
    className="toasts"
    position="top-right"
    autoClose={TOAST_TIME}
    limit={TOAST_LIMIT}
    containerWidth={360}
  />
)
