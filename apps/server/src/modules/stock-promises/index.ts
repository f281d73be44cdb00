export { replacePromises } from './stock-promises.usecases.ts'
