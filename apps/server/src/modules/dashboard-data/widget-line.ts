import type { z } from 'zod'
import type { DashboardDataRequest } from '#contract/dashboards.ts'
import { ERRORS, Failure, fail } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { keptAnswer, withFields } from '#server/modules/analytics/kept-answer.ts'
import type { WidgetPlan } from '#widgets/kit/widget.ts'
import { widgetByType } from '#widgets/registry.ts'
import { runWidget } from './run-widget.ts'

type Request = z.output<typeof DashboardDataRequest>

interface LineRequest {
  readonly settings: AnalyticsSettings
  readonly widget: Request['widgets'][number]
  readonly request: Request
  readonly signal: AbortSignal
}

const NEWLINE = Buffer.from('\n')

const jsonLine = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value)}\n`)

/** Name and logo are part of the answer only where nothing is asked of the data. */
const shownSettings = (plan: WidgetPlan, { accountName, logoUrl }: AnalyticsSettings): (string | null)[] =>
  plan.kpis === null && plan.rows === null ? [accountName, logoUrl] : []

const answerLine = async (deps: Deps, { settings, widget, request, signal }: LineRequest): Promise<Buffer> => {
  const started = performance.now()
  const definition = widgetByType(widget.type)
  if (definition === null) throw fail('widget.unknown_type')
  const plan = definition.planOf(widget.props)
  const { includeClubOrders } = request
  const kept = await keptAnswer(
    deps,
    {
      settings,
      about: [plan, includeClubOrders, ...shownSettings(plan, settings)],
      signal,
      known: request.known?.[widget.id],
    },
    (session) => runWidget({ session, settings, plan, includeClubOrders }),
  )
  if (kept === null) return jsonLine({ id: widget.id, unchanged: true })
  const elapsedMs = Math.round((performance.now() - started) * 10) / 10
  return Buffer.concat([
    withFields(kept.bytes, { id: widget.id, asOf: kept.asOf, elapsedMs, etag: kept.etag }),
    NEWLINE,
  ])
}

/** A tile's line; what goes wrong with it is a line too. */
export const widgetLine = async (deps: Deps, line: LineRequest): Promise<Buffer> => {
  try {
    return await answerLine(deps, line)
  } catch (error) {
    const failure = error instanceof Failure ? error : fail('server.unexpected', { cause: error })
    if (failure.status >= 500 && !line.signal.aborted)
      deps.log.error({ err: error, accountId: line.settings.accountId, widget: line.widget.type }, 'a tile failed')
    const [item] = failure.items
    return jsonLine({
      id: line.widget.id,
      error: { code: failure.code, message: item?.message ?? ERRORS[failure.code][1] },
    })
  }
}
