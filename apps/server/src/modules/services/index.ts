export { countQuarantinedByService } from './quarantined-records.repo.ts'
export { type ReconciledServices, reconcileServices } from './reconcile-services.usecases.ts'
export { dataLoaded, firstLoadProgress, isSyncing, latestRuns, runEnded } from './runs.repo.ts'
export { countServices, listServices, type ServiceRow } from './services.repo.ts'
