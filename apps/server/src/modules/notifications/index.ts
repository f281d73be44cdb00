export { deleteOldNotifications } from './notifications.repo.ts'
export { type NewNotification, type NotificationMessage, notify } from './notify.ts'
