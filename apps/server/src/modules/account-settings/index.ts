export { presentLocation } from './save-settings.usecases.ts'
