import { useNavigate, useSearch } from '@tanstack/react-router'
import { type NotificationsView, readNotificationsAddress, writeNotificationsAddress } from './notifications-address.ts'

/** What of the notifications is shown; it stands in the address, so that Back and a copied link lead to it. */
export const useNotificationsView = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const view = readNotificationsAddress(search)
  const show = (change: Partial<NotificationsView>): void => {
    void navigate({ to: '/notifications', search: writeNotificationsAddress({ ...view, ...change }) })
  }
  return { view, show }
}
