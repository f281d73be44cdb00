export { accountDeleted, accountPurging, accountRestored } from './account-lifecycle.usecases.ts'
