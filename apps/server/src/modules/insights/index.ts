export { modelProvider } from './model/model-provider.ts'
export { relatedInsights } from './related-insights.ts'
export { readSettings } from './store/settings.repo.ts'
