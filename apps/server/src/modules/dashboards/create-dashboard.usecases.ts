import type { z } from 'zod'
import type { NewDashboard, WidgetEntry } from '#contract/dashboards.ts'
import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import { type Db, inTransaction, type UserKey } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { assertReportTiles } from './assert-tiles.ts'
import {
  clearDefault,
  countActive,
  countAll,
  type DashboardRow,
  hasDashboard,
  insertDashboard,
  takenSlugs,
} from './dashboards.repo.ts'
import { type OpenedDashboard, ownDashboard } from './opened-dashboard.repo.ts'
import { freeSlug } from './slug.ts'
import { completeWidgets, withDefaultProps } from './widget-list.ts'

/** Name and description of a user's first dashboard. */
const STARTER_NAME = 'Cuvee Dashboard'
const STARTER_DESCRIPTION = 'Add/remove widgets to create your own dashboard.'

type Placed = readonly [type: string, x: number, y: number, w: number, h: number]

// Fills eight columns without gaps, so some widgets are wider than their default. The most urgent figures (sales, orders,
// averages, cancellations) fit on one laptop screen; membership and value follow.
const STARTER_LAYOUT: readonly Placed[] = [
  ['salesSummary', 0, 0, 5, 9],
  ['sales', 5, 0, 3, 4],
  ['orderMetrics', 5, 4, 3, 5],
  ['avgOrder', 0, 9, 3, 4],
  ['memberCancellation', 3, 9, 3, 4],
  ['logo', 6, 9, 2, 4],
  ['clubSignup', 0, 13, 4, 4],
  ['tastingExperience', 4, 13, 4, 4],
  ['clubMemberCount', 0, 17, 4, 6],
  ['customerLTV', 4, 17, 4, 6],
]

/** All ten widget types with their own defaults, placed. */
const starterWidgets = (): Omit<WidgetEntry, 'id'>[] =>
  STARTER_LAYOUT.map(([type, x, y, w, h]) => ({ type, x, y, w, h, props: {} }))

type Input = z.output<typeof NewDashboard>

const ID_BYTES = 9

/** Generates an id for a widget without one. */
export const newWidgetId =
  ({ ids }: Deps) =>
  (type: string): string =>
    `${type}-${ids.token(ID_BYTES)}`

const insert = async (parts: Deps, trx: Db, owner: UserKey, input: Input): Promise<DashboardRow> => {
  // Serialized per user, because the slug must be free and the first dashboard becomes the default.
  await lockUser(trx, owner)
  await assertRoom(trx, 'dashboards', owner.userId, () => countActive(trx, owner))
  await assertRoom(trx, 'withTrash', `dashboards:${owner.userId}`, () => countAll(trx, owner))
  const isFirst = !(await hasDashboard(trx, owner))
  const { isDefault = isFirst } = input
  if (isFirst && !isDefault) throw fail('dashboard.only_default')
  if (isDefault) await clearDefault(trx, owner)
  const now = new Date(parts.clock.now())
  const widgets = completeWidgets(input.widgets, { newId: newWidgetId(parts), withDefaults: withDefaultProps })
  return insertDashboard(trx, {
    id: parts.ids.next(),
    account_id: owner.accountId,
    user_id: owner.userId,
    slug: freeSlug(input.name, await takenSlugs(trx, owner)),
    name: input.name,
    description: input.description,
    is_public: input.isPublic,
    is_default: isDefault,
    widgets: JSON.stringify(widgets),
    base_name: input.name,
    base_description: input.description,
    created_at: now,
    updated_at: now,
  })
}

/**
 * @throws Failure `request.quota`; `auth.forbidden` for a public dashboard without permission to share; `dashboard.only_default` for a
 * first one that is not the default; as `assertReportTiles`
 */
export const createDashboard = async (deps: Deps, caller: Caller, input: Input): Promise<OpenedDashboard> => {
  if (input.isPublic && !isPermitted(caller.roles, 'sharing')) throw fail('auth.forbidden')
  await assertReportTiles(deps, caller, input.widgets)
  return ownDashboard(await inTransaction(deps.db, (trx) => insert(deps, trx, caller, input)))
}

/** The first dashboard of a new user, with every widget type. */
export const createStarterDashboard = (parts: Deps, trx: Db, owner: UserKey): Promise<DashboardRow> =>
  insert(parts, trx, owner, {
    name: STARTER_NAME,
    description: STARTER_DESCRIPTION,
    isPublic: false,
    widgets: starterWidgets(),
  })
