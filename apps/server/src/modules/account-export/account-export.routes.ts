import { account } from '#contract/account.ts'
import { fail } from '#contract/errors.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import type { RoutesOf } from '#server/http/routes.ts'
import { findAccount } from '#server/modules/accounts/accounts.repo.ts'
import { demandWithinLimit } from '#server/modules/auth/rate-limit.ts'
import { attachmentHeader } from '#server/modules/reports/export/file-name.ts'
import { accountZip } from './account-zip.ts'

/** All that an account owns, to take away. */
export const accountExportRoutes: Pick<RoutesOf<'account'>, 'export'> = {
  export: rawRoute(account.export, async ({ deps, caller: { accountId, userId }, call, reply }) => {
    await demandWithinLimit(deps, 'export', userId)
    const row = await findAccount(deps.db, accountId)
    if (!row) throw fail('account.not_found')
    // Reads are not audited by themselves; that all of it left the house should be known.
    await writeAudit(deps, deps.db, call, { action: 'account.export', accountId, userId })
    const name = `Cuvee export ${localDayOf(deps.clock.now(), row.time_zone)}.zip`
    reply.type('application/zip').header('content-disposition', attachmentHeader(name))
    return reply.send(await accountZip(deps, row, call.signal))
  }),
}
