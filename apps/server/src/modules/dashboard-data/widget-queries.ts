export { type PeriodQueries, widgetQueries } from '#widgets/kit/widget-queries.ts'
