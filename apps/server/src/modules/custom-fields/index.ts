export { ensureCustomFields } from './custom-fields.usecases.ts'
export { removeValuesOfDeleted } from './remove-values.job.ts'
