export { type DashboardRow, findOwnDashboard } from './dashboards.repo.ts'
