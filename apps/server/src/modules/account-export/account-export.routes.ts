import { account } from '#contract/account.ts'
import type { RoutesOf } from '#server/http/implement.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { attachmentHeader } from '#server/platform/file-name.ts'
import { exportAccount } from './export-account.usecases.ts'

/** The export of all account data. */
export const accountExportRoutes: Pick<RoutesOf<'account'>, 'export'> = {
  export: rawRoute(account.export, async ({ deps, caller: { accountId }, call, reply }) => {
    const { name, content } = await exportAccount(deps, accountId, call.signal)
    return reply.type('application/zip').header('content-disposition', attachmentHeader(name)).send(content)
  }),
}
