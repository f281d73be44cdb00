import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { readAudit } from './read-audit.usecases.ts'

/** The audit log. */
export const auditLogRoutes: Pick<RoutesOf<'account'>, 'audit'> = {
  audit: signedIn.account.audit.handler(({ input, context: { deps, caller } }) =>
    readAudit(deps, { accountId: caller.accountId, ...input }),
  ),
}
