import type { z } from 'zod'
import type { DashboardUpdate } from '#contract/dashboards.ts'
import { fail, failFields } from '#contract/errors.ts'
import { isPermitted } from '#domain/permission.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { namesVersion } from '#server/http/etag.ts'
import { newWidgetId } from './create-dashboard.usecases.ts'
import { dashboardEtag, presentDashboard } from './dashboard.present.ts'
import { type DashboardRow, lockOwnDashboard, updateDashboard } from './dashboards.repo.ts'
import { completeWidgets } from './widget-list.ts'
import { withDefaultProps } from './widget-props.ts'

type Input = z.output<typeof DashboardUpdate>

interface Save {
  readonly slug: string
  /** the `If-Match` header */
  readonly ifMatch: string | undefined
  readonly input: Input
}

/**
 * Saves a dashboard whole and raises its version. Which one is the default is not part of it: that changes by toggling.
 *
 * @throws Failure `dashboard.not_found`; `dashboard.stale` with the row as it is now in `current`; `auth.forbidden` when it is
 * made public without the right to share
 */
export const saveDashboard = async (
  deps: Pick<Deps, 'clock' | 'ids' | 'db'>,
  caller: Caller,
  { slug, ifMatch, input }: Save,
): Promise<DashboardRow> =>
  inTransaction(deps.db, async (trx) => {
    const current = await lockOwnDashboard(trx, caller, slug)
    if (!current) throw fail('dashboard.not_found')
    demandCurrent(current, caller, input.version, ifMatch)
    if (input.isPublic && !current.is_public && !isPermitted(caller.roles, 'sharing')) throw fail('auth.forbidden')
    const widgets = completeWidgets(input.widgets, { newId: newWidgetId(deps), withDefaults: withDefaultProps })
    const text = mergedText(current, input)
    return updateDashboard(trx, current, {
      ...text,
      base_name: text.name,
      base_description: text.description,
      is_public: input.isPublic,
      widgets: JSON.stringify(widgets),
      version: current.version + 1,
      updated_at: new Date(deps.clock.now()),
    })
  })

const demandCurrent = (row: DashboardRow, caller: Caller, version: number | undefined, ifMatch: string | undefined) => {
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
 * A save carries name and description as its sender last saw them. Where it only repeats the text that its version began with,
 * an edit made since, by its own call, stands.
 */
const mergedText = (row: DashboardRow, { name, description, version }: Input): Text => {
  if (version === undefined) return { name, description }
  return {
    name: name === row.base_name ? row.name : name,
    description: description === row.base_description ? row.description : description,
  }
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
