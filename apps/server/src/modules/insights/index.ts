export { modelProvider } from './model/model-provider.ts'
export { relatedInsights } from './related-insights.ts'
export { membersAtRisk } from './store/insights.repo.ts'
export { readSettings } from './store/settings.repo.ts'
