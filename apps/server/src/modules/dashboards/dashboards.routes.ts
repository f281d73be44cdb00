import type { Dashboard } from '#contract/dashboards.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { listTrash } from '#server/platform/trash.ts'
import { createDashboard } from './create-dashboard.usecases.ts'
import type { OpenedDashboard } from './opened-dashboard.repo.ts'
import { readDashboard, readDashboards, readSummaries, readVisibleDashboards } from './read-dashboards.usecases.ts'
import {
  describeDashboard,
  presentDashboard,
  renameDashboard,
  restoreDashboard,
  saveDashboard,
  saveFilterBar,
  toggleDefault,
  trashDashboard,
} from './save-dashboard.usecases.ts'
import { readSharing, saveSharing } from './sharing.usecases.ts'

const presented = async (row: Promise<OpenedDashboard>): Promise<Dashboard> => presentDashboard(await row)

const { dashboards } = signedIn

/** All endpoints except those that stream data. */
export const dashboardsRoutes: Omit<RoutesOf<'dashboards'>, 'data' | 'opened'> = {
  list: dashboards.list.handler(({ context: { deps, caller } }) => readDashboards(deps, caller)),
  slugs: dashboards.slugs.handler(({ context: { deps, caller } }) => readSummaries(deps, caller)),
  trash: dashboards.trash.handler(async ({ input, context: { deps, caller } }) => {
    const { items, total } = await listTrash(deps, 'dashboards', caller, input)
    return { items: items.map(({ key: slug, ...item }) => ({ slug, ...item })), total }
  }),
  get: dashboards.get.handler(({ input: { slug }, context: { deps, caller } }) => readDashboard(deps, caller, slug)),
  create: dashboards.create.handler(({ input, context }) =>
    presented(createDashboard(context.deps, context.caller, input)),
  ),
  update: dashboards.update.handler(({ input: { params, headers, body }, context }) => {
    const save = { slug: params.slug, ifMatch: headers?.['if-match'], input: body }
    return presented(saveDashboard(context.deps, context.caller, save))
  }),
  remove: dashboards.remove.handler(({ input, context: { deps, caller } }) => trashDashboard(deps, caller, input.slug)),
  rename: dashboards.rename.handler(({ input: { slug, newValue }, context }) =>
    presented(renameDashboard(context.deps, context.caller, slug, newValue)),
  ),
  describe: dashboards.describe.handler(({ input: { slug, newValue }, context }) =>
    presented(describeDashboard(context.deps, context.caller, slug, newValue)),
  ),
  saveFilterBar: dashboards.saveFilterBar.handler(({ input: { slug, filterBar }, context }) =>
    presented(saveFilterBar(context.deps, context.caller, slug, filterBar)),
  ),
  toggleDefault: dashboards.toggleDefault.handler(({ input, context }) =>
    presented(toggleDefault(context.deps, context.caller, input.slug)),
  ),
  restore: dashboards.restore.handler(({ input, context }) =>
    presented(restoreDashboard(context.deps, context.caller, input.slug)),
  ),
}

const { dashboardSharing } = signedIn

export const dashboardSharingRoutes: RoutesOf<'dashboardSharing'> = {
  visible: dashboardSharing.visible.handler(({ context: { deps, caller } }) => readVisibleDashboards(deps, caller)),
  get: dashboardSharing.get.handler(({ input, context: { deps, caller } }) => readSharing(deps, caller, input.slug)),
  save: dashboardSharing.save.handler(({ input: { params, body }, context: { deps, caller, call } }) => {
    call.note({ isPublic: body.isPublic, people: body.people.length })
    return saveSharing(deps, caller, params.slug, body)
  }),
}
