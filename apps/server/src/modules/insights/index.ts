export { providerOf } from './model/provider-of.ts'
export { readSettings } from './store/settings.repo.ts'
