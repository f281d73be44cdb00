import type { HomeAction } from '#contract/home.ts'
import { ReportQuery } from '#contract/reports.ts'
import { DAY_MS } from '#domain/clock.ts'
import type { HomeActionId } from '#domain/home.ts'
import { isForRoles, isInPlan } from '#domain/navigation.ts'
import { findBuiltInReport } from '#reports/built-in-reports.ts'
import { resolveReport } from '#reports/kit/resolve-report.ts'
import { routeAccess } from '#reports/navigation.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { findAccount } from '#server/modules/accounts/index.ts'
import { type AnalyticsSettings, getCachedResult } from '#server/modules/analytics/index.ts'
import { membersAtRisk } from '#server/modules/insights/index.ts'
import {
  countQuarantinedByService,
  latestRuns,
  listServices,
  SERVICES_PATH,
  servicesPath,
} from '#server/modules/services/index.ts'
import { setupSteps } from './setup-steps.ts'

export interface ActionReader {
  readonly caller: Caller
  readonly settings: AnalyticsSettings
  readonly signal: AbortSignal
}

type ActionCount = Pick<HomeAction, 'count' | 'path' | 'steps'>

/** Whether the caller's role and plan include the page. */
const canOpen = ({ roles, accountType }: Pick<Caller, 'roles' | 'accountType'>, path: string): boolean => {
  const access = routeAccess(path)
  return access !== null && isForRoles(access, roles) && isInPlan(access, accountType)
}

/** Rows of a built-in report as its page opens it, with the given dates. */
const ofReport = async (
  deps: Deps,
  { settings, signal }: ActionReader,
  slug: string,
  relativeDate?: string,
): Promise<ActionCount> => {
  const report = findBuiltInReport(slug)
  if (report === null) throw new RangeError(`Unknown report ${slug}`)
  const { definition, path } = report
  const { query } = resolveReport(
    { ...ReportQuery.parse({ definition: { builtin: slug }, relativeDate }), definition },
    settings.calendar,
    settings.customFields,
  )
  const cached = await getCachedResult(deps, { settings, query: ['homeAction', query], signal }, (session) =>
    session.rowCount(query),
  )
  return {
    count: Number(Buffer.from(cached?.bytes ?? []).toString()),
    path: relativeDate === undefined ? path : `${path}?relativeDate=${relativeDate}`,
  }
}

/** Services that cannot sync, and those whose last import failed. */
const failing = async ({ db }: Deps, { caller: { accountId } }: ActionReader): Promise<ActionCount> => {
  const runs = await latestRuns(db, accountId)
  const services = (await listServices(db, accountId)).filter(
    ({ id, needs_attention_at, failures }) =>
      needs_attention_at !== null || failures > 0 || runs.get(id)?.status === 'failed',
  )
  return { count: services.length, path: servicesPath(services.map(({ id }) => id)) }
}

const review = async ({ db }: Deps, { caller: { accountId } }: ActionReader): Promise<ActionCount> => {
  const byService = await countQuarantinedByService(db, accountId)
  const count = [...byService.values()].reduce((sum, records) => sum + records, 0)
  return { count, path: servicesPath([...byService.keys()], '/set-aside') }
}

const INSIGHTS = '/ai/insights'

const leaving = async ({ db }: Deps, { caller, settings }: ActionReader): Promise<ActionCount> => {
  const found = await membersAtRisk(db, caller, settings.calendar.today)
  return found === null ? { count: 0, path: INSIGHTS } : { count: found.count, path: `${INSIGHTS}/${found.insightId}` }
}

/** Days after the registration during which open steps are shown next to numbers. */
const SETUP_DAYS = 60

const setup = async (deps: Deps, { caller }: ActionReader): Promise<ActionCount> => {
  const account = await findAccount(deps.db, caller.accountId)
  const isNew = account !== undefined && deps.clock.now() - account.created_at.getTime() < SETUP_DAYS * DAY_MS
  const steps = isNew ? await setupSteps(deps, caller) : []
  const open = steps.filter(({ isDone }) => !isDone)
  return { count: open.length, path: open[0]?.path ?? SERVICES_PATH, steps }
}

interface ActionDefinition {
  /** a page that those who can act may open */
  readonly page: string
  readonly find: (deps: Deps, reader: ActionReader) => Promise<ActionCount>
}

const ACTIONS: Readonly<Record<HomeActionId, ActionDefinition>> = {
  failing: { page: SERVICES_PATH, find: failing },
  pickup: {
    page: '/reports/orders/awaiting-pickup',
    // Nobody comes for an order of years ago.
    find: (deps, reader) => ofReport(deps, reader, 'orders/awaiting-pickup', 'OrderDate-Last365Days'),
  },
  runningOut: {
    page: '/reports/products/low-inventory',
    find: (deps, reader) => ofReport(deps, reader, 'products/low-inventory'),
  },
  leaving: { page: INSIGHTS, find: leaving },
  review: { page: SERVICES_PATH, find: review },
  setup: { page: SERVICES_PATH, find: setup },
}

/** What may need action; null: not for the caller's role or plan. */
export const needsAction = async (deps: Deps, reader: ActionReader, id: HomeActionId): Promise<HomeAction | null> => {
  const { page, find } = ACTIONS[id]
  if (!canOpen(reader.caller, page)) return null
  return { kind: 'action', id, ...(await find(deps, reader)) }
}
