export { type DashboardRow, findOwnDashboard } from './dashboards.repo.ts'
export { findOpenedDashboard } from './opened-dashboard.repo.ts'
