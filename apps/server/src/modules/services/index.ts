export { dataLoaded, isSyncing } from './runs.repo.ts'
export { countServices, listServices, type ServiceRow } from './services.repo.ts'
