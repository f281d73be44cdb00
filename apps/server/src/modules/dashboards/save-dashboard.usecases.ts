import type { z } from 'zod'
import { Dashboard, type DashboardUpdate } from '#contract/dashboards.ts'
import { fail, failFields } from '#contract/errors.ts'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import { isPermitted } from '#domain/role.ts'
import { reportTypesFor } from '#semantic/catalog/catalog.ts'
import { type Db, inTransaction, type UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { computeEtag, namesVersion } from '#server/http/etag.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { filterBarProblems } from '#widgets/kit/filter-bar.ts'
import { assertReportTiles } from './assert-tiles.ts'
import { newWidgetId } from './create-dashboard.usecases.ts'
import {
  clearDefault,
  countActive,
  type DashboardRow,
  findOldestOther,
  findOwnDashboard,
  findTrashedDashboard,
  updateDashboard,
} from './dashboards.repo.ts'
import {
  findOpenedDashboard,
  lockEditableDashboard,
  type OpenedDashboard,
  ownDashboard,
} from './opened-dashboard.repo.ts'
import { completeWidgets, withDefaultProps } from './widget-list.ts'

export const presentDashboard = (row: OpenedDashboard): Dashboard => ({
  name: row.name,
  slug: row.access === 'owner' ? row.slug : row.id,
  description: row.description,
  isPublic: row.is_public,
  isDefault: row.access === 'owner' && row.is_default,
  widgets: row.widgets,
  filterBar: row.filter_bar,
  version: row.version,
  isOwn: row.access === 'owner',
  access: row.access,
  ownerName: row.ownerName,
})

/** The ETag of a dashboard's response. Parsing with the schema puts stored keys into response order. */
const dashboardEtag = (dashboard: Dashboard): string => computeEtag(JSON.stringify(Dashboard.parse(dashboard)))

type Input = z.output<typeof DashboardUpdate>

interface Save {
  readonly slug: string
  /** the `If-Match` header */
  readonly ifMatch: string | undefined
  readonly input: Input
}

/**
 * Replaces a dashboard and increments its version. `isDefault` makes it the default or hands the default over, as toggling does.
 *
 * @throws Failure `dashboard.not_found`; `dashboard.stale` with the current row in `current`; `auth.forbidden` when it is
 * made public without the right to share; `dashboard.only_default`; as `assertReportTiles`
 */
export const saveDashboard = async (
  deps: Deps,
  caller: Caller,
  { slug, ifMatch, input }: Save,
): Promise<OpenedDashboard> => {
  await assertReportTiles(deps, caller, input.widgets, (await findOpenedDashboard(deps.db, caller, slug))?.widgets)
  return inTransaction(deps.db, async (trx) => {
    // Before the dashboard, in the order of the other changes of a default.
    if (input.isDefault !== undefined) await lockUser(trx, caller)
    const current = await lockEditableDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    assertCurrentVersion(current, input.version, ifMatch)
    if (current.access !== 'owner') assertOwnersSettings(current, input)
    else if (input.isPublic && !current.is_public && !isPermitted(caller.roles, 'sharing')) throw fail('auth.forbidden')
    const widgets = completeWidgets(input.widgets, { newId: newWidgetId(deps), withDefaults: withDefaultProps })
    const text = mergedText(current, input)
    const isOwn = current.access === 'owner'
    const isDefault = (isOwn ? input.isDefault : undefined) ?? current.is_default
    if (isDefault !== current.is_default) await switchDefault(trx, caller, current)
    const saved = await updateDashboard(trx, current, {
      ...text,
      base_name: text.name,
      base_description: text.description,
      is_public: (isOwn ? input.isPublic : undefined) ?? current.is_public,
      widgets: JSON.stringify(widgets),
      version: current.version + 1,
      updated_at: new Date(deps.clock.now()),
    })
    return { ...current, ...saved, is_default: isDefault }
  })
}

/** A colleague who edits a dashboard sees it as private to its owner where it is, and as nobody's default. */
const assertOwnersSettings = (row: OpenedDashboard, { isPublic, isDefault }: Input): void => {
  const problem = (field: string, message: string) => [{ field, message }]
  const problems = [
    isPublic === true && !row.is_public ? problem('isPublic', 'Only the owner of a dashboard can share it') : [],
    isDefault === true ? problem('isDefault', 'Only your own dashboards can be your default') : [],
  ].flat()
  if (problems.length > 0) throw failFields('request.invalid', problems)
}

const assertCurrentVersion = (row: OpenedDashboard, version: number | undefined, ifMatch: string | undefined) => {
  const current = presentDashboard(row)
  const isStale = version !== undefined && version !== row.version
  if (isStale || (ifMatch !== undefined && !namesVersion(ifMatch, current.version, dashboardEtag(current)))) {
    throw fail('dashboard.stale', { extra: { current } })
  }
}

interface Text {
  readonly name: string
  readonly description: string | null
}

/**
 * A save contains the name and description that its sender last saw. If they equal the text that its version started with,
 * newer edits by the rename and describe endpoints are preserved.
 */
const mergedText = (row: DashboardRow, { name, description, version }: Input): Text => {
  if (version === undefined) return { name, description }
  return {
    name: name === row.base_name ? row.name : name,
    description: description === row.base_description ? row.description : description,
  }
}

/** Changes what a dashboard opens with. Errors: `dashboard.not_found`, `request.invalid` for columns and values that do not exist. */
export const saveFilterBar = (
  deps: Deps,
  caller: Caller,
  slug: string,
  filterBar: SavedFilterBar | null,
): Promise<OpenedDashboard> => {
  const types = reportTypesFor(caller.account.customFields)
  const problems = filterBar === null ? [] : filterBarProblems(filterBar, 'filterBar', types)
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return inTransaction(deps.db, async (trx) => {
    const current = await lockEditableDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    const stored = filterBar === null ? null : JSON.stringify(filterBar)
    const saved = await updateDashboard(trx, current, { filter_bar: stored, updated_at: new Date(deps.clock.now()) })
    return { ...current, ...saved }
  })
}

const MAX_NAME = 200

/** Errors: `dashboard.not_found`, `request.invalid` for a name over 200 characters. */
export const renameDashboard = (deps: Deps, caller: Caller, slug: string, name: string): Promise<OpenedDashboard> => {
  if (name.length <= MAX_NAME) return changeText(deps, caller, slug, { name })
  const message = `This field must be less than ${MAX_NAME} characters`
  throw failFields('request.invalid', [{ field: 'newValue', message }])
}

/** Errors: `dashboard.not_found`. */
export const describeDashboard = (
  deps: Deps,
  caller: Caller,
  slug: string,
  description: string,
): Promise<OpenedDashboard> => changeText(deps, caller, slug, { description })

const changeText = (deps: Deps, caller: Caller, slug: string, text: Partial<Text>): Promise<OpenedDashboard> =>
  inTransaction(deps.db, async (trx) => {
    const current = await lockEditableDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    return { ...current, ...(await updateDashboard(trx, current, { ...text, updated_at: new Date(deps.clock.now()) })) }
  })

/**
 * Makes a dashboard the default, or passes the default to the oldest other one.
 *
 * @returns the dashboard that was toggled
 * @throws Failure `dashboard.not_found`, `dashboard.only_default` when there is no other
 */
export const toggleDefault = (deps: Deps, caller: Caller, slug: string): Promise<OpenedDashboard> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const toggled = await findOwnDashboard(trx, caller, slug)
    if (!toggled) throw fail('dashboard.not_found')
    await switchDefault(trx, caller, toggled)
    return ownDashboard({ ...toggled, is_default: !toggled.is_default })
  })

/** Makes a dashboard the default, or hands the default over to the oldest other one. Errors: `dashboard.only_default`. */
const switchDefault = async (trx: Db, owner: UserKey, dashboard: DashboardRow): Promise<void> => {
  const successor = dashboard.is_default ? await findOldestOther(trx, owner, dashboard.id) : dashboard
  if (!successor) throw fail('dashboard.only_default')
  await clearDefault(trx, owner)
  await updateDashboard(trx, successor, { is_default: true })
}

/** Moves a dashboard to the trash. Errors: `dashboard.not_found`, `dashboard.default_cannot_be_deleted`. */
export const trashDashboard = (deps: Deps, caller: Caller, slug: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findOwnDashboard(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    if (dashboard.is_default) throw fail('dashboard.default_cannot_be_deleted')
    await updateDashboard(trx, dashboard, { deleted_at: new Date(deps.clock.now()) })
  })

/** Restores a dashboard from the trash with its former slug. Errors: `dashboard.not_found`, `request.quota`. */
export const restoreDashboard = (deps: Deps, caller: Caller, slug: string): Promise<OpenedDashboard> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findTrashedDashboard(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    await assertRoom(trx, 'dashboards', caller.userId, () => countActive(trx, caller))
    const change = { deleted_at: null, updated_at: new Date(deps.clock.now()) }
    return ownDashboard(await updateDashboard(trx, dashboard, change))
  })
