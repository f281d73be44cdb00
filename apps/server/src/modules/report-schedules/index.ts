export { moveSchedules } from './next-due.ts'
export { removeScheduledChannel } from './report-schedules.subscriptions.ts'
export { scheduleSent } from './send-schedule.ts'
