export { modelProvider } from './model/model-provider.ts'
export { readSettings } from './store/settings.repo.ts'
