import type { z } from 'zod'
import { assertFound } from '#contract/errors.ts'
import type { ViewLinkInput } from '#contract/view-links.ts'
import { DAY_MS } from '#domain/clock.ts'
import { type Db, inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { Caller } from '#server/http/caller.ts'
import { type DashboardRow, findOwnDashboard } from '#server/modules/dashboards/index.ts'
import { lockGiver } from '#server/modules/users/index.ts'
import { newLinkToken } from '#server/platform/link-token.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { viewUrl } from './open-link.ts'
import { countLinks, deleteLink, insertLink, listLinks, type ViewLinkRow } from './view-links.repo.ts'

const ownDashboard = async (db: Db, caller: Caller, slug: string): Promise<DashboardRow> =>
  assertFound(await findOwnDashboard(db, caller, slug), 'dashboard.not_found')

/** Errors: `dashboard.not_found`. */
export const listDashboardLinks = async ({ db }: Deps, caller: Caller, slug: string): Promise<ViewLinkRow[]> =>
  listLinks(db, await ownDashboard(db, caller, slug))

interface Creation {
  readonly slug: string
  readonly input: z.output<typeof ViewLinkInput>
}

/** A new link with its address, which cannot be shown again. Errors: `dashboard.not_found`, `request.quota`. */
export const createLink = async (
  deps: Deps,
  call: CallInfo,
  caller: Caller,
  { slug, input }: Creation,
): Promise<{ readonly row: ViewLinkRow; readonly url: string }> => {
  const { token, hash } = newLinkToken('view-link', deps.ids)
  const now = deps.clock.now()
  const expiresAt = new Date(now + input.expiresInDays * DAY_MS)
  const row = await inTransaction(deps.db, async (trx) => {
    await lockGiver(trx, caller, 'sharing')
    const dashboard = await ownDashboard(trx, caller, slug)
    await assertRoom(trx, 'viewLinks', dashboard.id, () => countLinks(trx, dashboard))
    return insertLink(trx, {
      id: deps.ids.next(),
      account_id: caller.accountId,
      dashboard_id: dashboard.id,
      user_id: caller.userId,
      name: input.name,
      token_hash: hash,
      expires_at: expiresAt,
      last_viewed_at: null,
      created_at: new Date(now),
    })
  })
  call.note({ link: row.id, name: row.name, expires: expiresAt.toISOString() })
  return { row, url: viewUrl(deps.publicUrl, token) }
}

/** Ends a link. Errors: `dashboard.not_found`, `view_link.not_found`. */
export const revokeLink = async (
  { db }: Deps,
  call: CallInfo,
  caller: Caller,
  { slug, linkId }: { readonly slug: string; readonly linkId: string },
): Promise<void> => {
  const row = assertFound(await deleteLink(db, await ownDashboard(db, caller, slug), linkId), 'view_link.not_found')
  call.note({ link: row.id, name: row.name })
}
