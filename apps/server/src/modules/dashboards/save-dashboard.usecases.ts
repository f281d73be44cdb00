import type { z } from 'zod'
import { Dashboard, type DashboardUpdate } from '#contract/dashboards.ts'
import { fail, failFields } from '#contract/errors.ts'
import type { SavedFilterBar } from '#contract/filter-bar.ts'
import { isPermitted } from '#domain/role.ts'
import { reportTypesFor } from '#semantic/catalog/catalog.ts'
import { type Db, inTransaction, type UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { etagOf, namesVersion } from '#server/http/etag.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { filterBarProblems } from '#widgets/kit/filter-bar.ts'
import { assertReportTiles } from './assert-tiles.ts'
import { newWidgetId } from './create-dashboard.usecases.ts'
import {
  countActive,
  type DashboardRow,
  findOldestOther,
  findOwnDashboard,
  findTrashedDashboard,
  lockOwnDashboard,
  updateDashboard,
} from './dashboards.repo.ts'
import { completeWidgets, withDefaultProps } from './widget-list.ts'

export const presentDashboard = (row: DashboardRow, userId: string): Dashboard => ({
  name: row.name,
  slug: row.slug,
  description: row.description,
  isPublic: row.is_public,
  isDefault: row.is_default,
  widgets: row.widgets,
  filterBar: row.filter_bar,
  version: row.version,
  isOwn: row.user_id === userId,
})

/** The ETag of a dashboard's response. Parsing with the schema puts stored keys into response order. */
const dashboardEtag = (dashboard: Dashboard): string => etagOf(JSON.stringify(Dashboard.parse(dashboard)))

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
  deps: Pick<Deps, 'clock' | 'ids' | 'db' | 'warehouse'>,
  caller: Caller,
  { slug, ifMatch, input }: Save,
): Promise<DashboardRow> => {
  await assertReportTiles(deps, caller, input.widgets, (await findOwnDashboard(deps.db, caller, slug))?.widgets)
  return inTransaction(deps.db, async (trx) => {
    // Before the dashboard, in the order of the other changes of a default.
    if (input.isDefault !== undefined) await lockUser(trx, caller)
    const current = await lockOwnDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    assertCurrentVersion(current, caller, input.version, ifMatch)
    if (input.isPublic && !current.is_public && !isPermitted(caller.roles, 'sharing')) throw fail('auth.forbidden')
    const widgets = completeWidgets(input.widgets, { newId: newWidgetId(deps), withDefaults: withDefaultProps })
    const text = mergedText(current, input)
    const isDefault = input.isDefault ?? current.is_default
    if (isDefault !== current.is_default) await switchDefault(trx, caller, current)
    const saved = await updateDashboard(trx, current, {
      ...text,
      base_name: text.name,
      base_description: text.description,
      is_public: input.isPublic,
      widgets: JSON.stringify(widgets),
      version: current.version + 1,
      updated_at: new Date(deps.clock.now()),
    })
    return { ...saved, is_default: isDefault }
  })
}

const assertCurrentVersion = (
  row: DashboardRow,
  caller: Caller,
  version: number | undefined,
  ifMatch: string | undefined,
) => {
  const current = presentDashboard(row, caller.userId)
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
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
  filterBar: SavedFilterBar | null,
): Promise<DashboardRow> => {
  const types = reportTypesFor(caller.account.customFields)
  const problems = filterBar === null ? [] : filterBarProblems(filterBar, 'filterBar', types)
  if (problems.length > 0) throw failFields('request.invalid', problems)
  return inTransaction(deps.db, async (trx) => {
    const current = await lockOwnDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    const stored = filterBar === null ? null : JSON.stringify(filterBar)
    return updateDashboard(trx, current, { filter_bar: stored, updated_at: new Date(deps.clock.now()) })
  })
}

const MAX_NAME = 200

/** Errors: `dashboard.not_found`, `request.invalid` for a name over 200 characters. */
export const renameDashboard = (
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
  name: string,
): Promise<DashboardRow> => {
  if (name.length <= MAX_NAME) return changeText(deps, caller, slug, { name })
  const message = `This field must be less than ${MAX_NAME} characters`
  throw failFields('request.invalid', [{ field: 'newValue', message }])
}

/** Errors: `dashboard.not_found`. */
export const describeDashboard = (
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
  description: string,
): Promise<DashboardRow> => changeText(deps, caller, slug, { description })

const changeText = (
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
  text: Partial<Text>,
): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    const current = await lockOwnDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    return updateDashboard(trx, current, { ...text, updated_at: new Date(deps.clock.now()) })
  })

/**
 * Makes a dashboard the default, or passes the default to the oldest other one.
 *
 * @returns the dashboard that was toggled
 * @throws Failure `dashboard.not_found`, `dashboard.only_default` when there is no other
 */
export const toggleDefault = (deps: Pick<Deps, 'db'>, caller: Caller, slug: string): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const toggled = await findOwnDashboard(trx, caller, slug)
    if (!toggled) throw fail('dashboard.not_found')
    await switchDefault(trx, caller, toggled)
    return { ...toggled, is_default: !toggled.is_default }
  })

/** Makes a dashboard the default, or hands the default over to the oldest other one. Errors: `dashboard.only_default`. */
const switchDefault = async (trx: Db, owner: UserKey, dashboard: DashboardRow): Promise<void> => {
  const successor = dashboard.is_default ? await findOldestOther(trx, owner, dashboard.id) : dashboard
  if (!successor) throw fail('dashboard.only_default')
  await moveDefault(trx, owner, successor)
}

/** Clears the old default before setting the new one, because the database allows one at a time. */
const moveDefault = async (trx: Db, owner: UserKey, successor: DashboardRow): Promise<void> => {
  const former = await findOwnDashboard(trx, owner, 'default')
  if (former) await updateDashboard(trx, former, { is_default: false })
  await updateDashboard(trx, successor, { is_default: true })
}

/** Moves a dashboard to the trash. Errors: `dashboard.not_found`, `dashboard.default_cannot_be_deleted`. */
export const trashDashboard = (deps: Pick<Deps, 'clock' | 'db'>, caller: Caller, slug: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findOwnDashboard(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    if (dashboard.is_default) throw fail('dashboard.default_cannot_be_deleted')
    await updateDashboard(trx, dashboard, { deleted_at: new Date(deps.clock.now()) })
  })

/** Restores a dashboard from the trash with its former slug. Errors: `dashboard.not_found`, `request.quota`. */
export const restoreDashboard = (
  deps: Pick<Deps, 'clock' | 'db'>,
  caller: Caller,
  slug: string,
): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    await lockUser(trx, caller)
    const dashboard = await findTrashedDashboard(trx, caller, slug)
    if (!dashboard) throw fail('dashboard.not_found')
    await assertRoom(trx, 'dashboards', caller.userId, () => countActive(trx, caller))
    return updateDashboard(trx, dashboard, { deleted_at: null, updated_at: new Date(deps.clock.now()) })
  })
