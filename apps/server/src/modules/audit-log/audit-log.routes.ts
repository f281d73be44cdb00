import type { AuditEntry } from '#contract/account.ts'
import { signedIn } from '#server/http/implement.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { type AuditRow, listAudit } from './audit-log.repo.ts'

const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  atUtc: row.at.toISOString(),
  action: row.action,
  target: row.target,
  userId: row.user_id,
  userName: row.first_name === null ? null : `${row.first_name} ${row.last_name ?? ''}`.trim(),
  ip: row.ip,
  details: row.details,
})

/** Who changed what. */
export const auditLogRoutes: Pick<RoutesOf<'account'>, 'audit'> = {
  audit: signedIn.account.audit.handler(async ({ input, context: { deps, caller } }) => {
    const { items, total } = await listAudit(deps.db, { accountId: caller.accountId, ...input })
    return { items: items.map(presentEntry), total }
  }),
}
