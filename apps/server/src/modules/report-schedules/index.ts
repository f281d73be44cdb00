export { moveSchedules } from './move-schedules.ts'
export { isSyncing } from './people.repo.ts'
