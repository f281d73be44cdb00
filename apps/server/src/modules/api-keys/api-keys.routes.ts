import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { createKey, keepServiceKey, readKeys, revokeKey } from './api-keys.usecases.ts'

export const apiKeysRoutes: RoutesOf<'apiKeys'> = {
  list: signedIn.apiKeys.list.handler(({ context: { deps, caller } }) =>
    readKeys(deps, caller.accountId, caller.userId),
  ),
  create: signedIn.apiKeys.create.handler(({ input, context }) => createKey(context, 'personal', input)),
  revoke: signedIn.apiKeys.revoke.handler(({ input: { id }, context }) =>
    revokeKey(context, { accountId: context.caller.accountId, id, userId: context.caller.userId }),
  ),
}

/** Service keys, and the revocation of any key by an administrator. */
export const accountKeysRoutes: RoutesOf<'accountKeys'> = {
  list: signedIn.accountKeys.list.handler(({ context: { deps, caller } }) => readKeys(deps, caller.accountId)),
  create: signedIn.accountKeys.create.handler(({ input, context }) => createKey(context, 'service', input)),
  keep: signedIn.accountKeys.keep.handler(({ input: { id }, context }) => keepServiceKey(context, id)),
  revoke: signedIn.accountKeys.revoke.handler(({ input: { id }, context }) =>
    revokeKey(context, { accountId: context.caller.accountId, id }),
  ),
}
