import type { z } from 'zod'
import type { NewDashboard } from '#contract/dashboards.ts'
import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/role.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { lockUser } from '#server/modules/users/index.ts'
import { type DashboardRow, hasDashboard, insertDashboard, type Owner, takenSlugs } from './dashboards.repo.ts'
import { freeSlug } from './slug.ts'
import { STARTER_DESCRIPTION, STARTER_NAME, starterWidgets } from './starter-dashboard.ts'
import { completeWidgets, withDefaultProps } from './widget-list.ts'

type CreateParts = Pick<Deps, 'ids' | 'clock'>
type Input = z.output<typeof NewDashboard>

const ID_BYTES = 9

/** Generates an id for a widget without one. */
export const newWidgetId =
  ({ ids }: Pick<Deps, 'ids'>) =>
  (type: string): string =>
    `${type}-${ids.token(ID_BYTES)}`

const insert = async (parts: CreateParts, trx: Db, owner: Owner, input: Input): Promise<DashboardRow> => {
  // Serialized per user, because the slug must be free and the first dashboard becomes the default.
  await lockUser(trx, owner)
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
    is_default: !(await hasDashboard(trx, owner)),
    widgets: JSON.stringify(widgets),
    base_name: input.name,
    base_description: input.description,
    created_at: now,
    updated_at: now,
  })
}

/** Errors: `auth.forbidden` for a public dashboard without permission to share. */
export const createDashboard = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db'>,
  caller: Caller,
  input: Input,
): Promise<DashboardRow> => {
  if (input.isPublic && !isPermitted(caller.roles, 'sharing')) throw fail('auth.forbidden')
  return inTransaction(deps.db, (trx) => insert(deps, trx, caller, input))
}

/** The first dashboard of a new user, with every widget type. */
export const createStarterDashboard = (parts: CreateParts, trx: Db, owner: Owner): Promise<DashboardRow> =>
  insert(parts, trx, owner, {
    name: STARTER_NAME,
    description: STARTER_DESCRIPTION,
    isPublic: false,
    widgets: starterWidgets(),
  })
