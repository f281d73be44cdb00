export { moveSchedules } from './next-due.ts'
