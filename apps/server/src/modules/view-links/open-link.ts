import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { DashboardRow } from '#server/modules/dashboards/index.ts'
import { type AbsentCaller, findAbsentCaller } from '#server/modules/users/index.ts'
import { linkTokenHash } from '#server/platform/link-token.ts'
import { assertWithinLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { findLink, findLinkedDashboard, markViewed, type ViewLinkRow } from './view-links.repo.ts'

export interface OpenedLink {
  readonly link: ViewLinkRow
  readonly dashboard: DashboardRow
  /** who created the link, and owns the dashboard */
  readonly owner: AbsentCaller
}

const findOpened = async ({ db, clock }: Deps, hash: string): Promise<OpenedLink | null> => {
  const now = clock.now()
  const link = await findLink(db, hash, new Date(now))
  if (!link) return null
  const owner = await findAbsentCaller(db, { accountId: link.account_id, userId: link.user_id }, now)
  if (!owner || !isPermitted(owner.roles, 'sharing')) return null
  const dashboard = await findLinkedDashboard(db, link)
  return dashboard ? { link, dashboard, owner } : null
}

/**
 * What a token opens. Nothing once the link expired or was revoked, the dashboard was deleted, or its owner was removed or may no
 * longer share.
 *
 * @throws Failure `view_link.not_found`; `request.too_many` after many requests of one link, or many wrong tokens from one network
 */
export const openLink = async (deps: Deps, { ip }: Pick<CallInfo, 'ip'>, token: string): Promise<OpenedLink> => {
  const hash = linkTokenHash('view-link', token)
  const opened = hash === null ? null : await findOpened(deps, hash)
  if (opened === null) {
    await assertWithinLimit(deps, 'linkGuess', clientNetwork(ip))
    throw fail('view_link.not_found')
  }
  await assertWithinLimit(deps, 'viewLink', opened.link.id)
  return opened
}

/** Opens a link for a person, and notes when it was. Errors: as `openLink`. */
export const viewLink = async (...[deps, call, token]: Parameters<typeof openLink>): Promise<OpenedLink> => {
  const opened = await openLink(deps, call, token)
  await markViewed(deps.db, opened.link, deps.clock.now())
  return opened
}

/** The token follows `#`, which browsers send to no server and in no Referer header. */
export const viewUrl = (publicUrl: string, token: string): string => `${publicUrl}/view#${token}`
