export { alertFired } from './alerts.repo.ts'
