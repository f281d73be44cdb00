export { type DashboardRow, findOwnDashboard } from './dashboards.repo.ts'
export { findOpenedDashboard, type OpenedDashboard } from './opened-dashboard.repo.ts'
