import type { ViewLink } from '#contract/view-links.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import type { ViewLinkRow } from './view-links.repo.ts'
import { createLink, listDashboardLinks, revokeLink } from './view-links.usecases.ts'

const presentLink = (row: ViewLinkRow): ViewLink => ({
  id: row.id,
  name: row.name,
  createdDateUtc: row.created_at.toISOString(),
  expiresDateUtc: row.expires_at.toISOString(),
  lastViewedDateUtc: row.last_viewed_at?.toISOString() ?? null,
})

const { viewLinks } = signedIn

export const viewLinksRoutes: RoutesOf<'viewLinks'> = {
  list: viewLinks.list.handler(async ({ input, context: { deps, caller } }) =>
    (await listDashboardLinks(deps, caller, input.slug)).map(presentLink),
  ),
  create: viewLinks.create.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const { row, url } = await createLink(deps, call, caller, { slug: params.slug, input: body })
    return { ...presentLink(row), url }
  }),
  revoke: viewLinks.revoke.handler(({ input, context: { deps, caller, call } }) =>
    revokeLink(deps, call, caller, input),
  ),
}
