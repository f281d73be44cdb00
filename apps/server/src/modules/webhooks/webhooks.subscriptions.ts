import { alertFired } from '#server/modules/alerts/index.ts'
import { insightsFound } from '#server/modules/insights/index.ts'
import { runEnded } from '#server/modules/services/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { type SendDeps, sendEvent } from './send-event.ts'

export const announceRuns = subscribe(runEnded, async (deps: SendDeps, { accountId, hasFailed, ...data }) => {
  const type = hasFailed ? 'run.failed' : 'data.loaded'
  await sendEvent(deps, accountId, { type, data })
})

export const announceAlerts = subscribe(alertFired, (deps: SendDeps, { accountId, ...data }) =>
  sendEvent(deps, accountId, { type: 'alert.fired', data }),
)

export const announceInsights = subscribe(insightsFound, async (deps: SendDeps, { accountId, insights }) => {
  for (const data of insights) await sendEvent(deps, accountId, { type: 'insight.found', data })
})
