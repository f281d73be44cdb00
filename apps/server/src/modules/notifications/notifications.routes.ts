import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import {
  markAllRead,
  markRead,
  readNotification,
  readNotifications,
  removeNotification,
  restoreNotification,
} from './notifications.usecases.ts'
import { listPreferences, savePreferences } from './preferences.ts'

const { notifications } = signedIn

export const notificationsRoutes: RoutesOf<'notifications'> = {
  list: notifications.list.handler(({ context: { deps, caller } }) => readNotifications(deps, caller)),
  get: notifications.get.handler(({ input, context: { deps, caller } }) => readNotification(deps, caller, input.id)),
  markRead: notifications.markRead.handler(({ input, context: { deps, caller } }) => markRead(deps, caller, input.id)),
  markAllRead: notifications.markAllRead.handler(({ context: { deps, caller } }) => markAllRead(deps, caller)),
  remove: notifications.remove.handler(({ input, context: { deps, caller } }) =>
    removeNotification(deps, caller, input.id),
  ),
  restore: notifications.restore.handler(({ input, context: { deps, caller } }) =>
    restoreNotification(deps, caller, input.id),
  ),
  preferences: notifications.preferences.handler(({ context: { deps, caller } }) => listPreferences(deps, caller)),
  savePreferences: notifications.savePreferences.handler(({ input, context: { deps, caller } }) =>
    savePreferences(deps, caller, input.preferences),
  ),
}
