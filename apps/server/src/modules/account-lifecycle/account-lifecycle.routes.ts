import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { presentAccount } from '#server/modules/accounts/index.ts'
import { deleteAccount, restoreAccount } from './account-lifecycle.usecases.ts'

/** Deleting and restoring the account. */
export const accountLifecycleRoutes: Pick<RoutesOf<'account'>, 'remove' | 'restore'> = {
  remove: signedIn.account.remove.handler(({ input: { password }, context: { deps, caller, call } }) =>
    deleteAccount(deps, call, caller, password),
  ),
  restore: signedIn.account.restore.handler(async ({ context: { deps, caller } }) =>
    presentAccount(await restoreAccount(deps, caller)),
  ),
}
