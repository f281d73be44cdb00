export { deleteOldNotifications } from './notifications.repo.ts'
export { type NewNotification, notify } from './notify.ts'
