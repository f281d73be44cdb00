import { Readable } from 'node:stream'
import { contract } from '#contract/contract.ts'
import { rawRoute } from '#server/http/raw-route.ts'
import { analyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import { inOrderOfArrival } from './in-order-of-arrival.ts'
import { widgetLine } from './widget-line.ts'

/** One line per tile, written as soon as it is ready: a slow or failing tile holds up no other. */
export const dashboardDataRoute = rawRoute(contract.dashboards.data, async ({ input, deps, caller, call, reply }) => {
  const settings = await analyticsSettings(deps, caller)
  const lines = input.widgets.map((widget) =>
    widgetLine(deps, { settings, widget, request: input, signal: call.signal }),
  )
  return reply.type('application/x-ndjson; charset=utf-8').send(Readable.from(inOrderOfArrival(lines)))
})
