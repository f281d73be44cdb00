export { ensureCustomFields } from './custom-fields.usecases.ts'
