import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { presentAlert, presentEvent } from './alerts.present.ts'
import { type AlertRow, lastFired, listAlerts } from './alerts.repo.ts'
import { alertEvents, changeAlert, createAlert, pauseAlert, removeAlert, restoreAlert } from './alerts.usecases.ts'

const presenter = async (deps: Pick<Deps, 'db' | 'clock'>, caller: Caller) => {
  const fired = await lastFired(deps.db, caller)
  const settings = resolveAnalyticsSettings(caller, { now: deps.clock.now() })
  return (row: AlertRow) => presentAlert(row, caller, { settings, firedAt: fired.get(row.id) })
}

const { alerts } = signedIn

export const alertsRoutes: RoutesOf<'alerts'> = {
  list: alerts.list.handler(async ({ context: { deps, caller } }) =>
    (await listAlerts(deps.db, caller)).map(await presenter(deps, caller)),
  ),
  create: alerts.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const row = await createAlert(deps, caller, input)
    call.note({ name: row.name })
    return (await presenter(deps, caller))(row)
  }),
  update: alerts.update.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const row = await changeAlert(deps, caller, params.id, body)
    call.note({ name: row.name })
    return (await presenter(deps, caller))(row)
  }),
  pause: alerts.pause.handler(async ({ input: { id, isPaused }, context: { deps, caller } }) => {
    const row = await pauseAlert(deps, caller, id, isPaused)
    return (await presenter(deps, caller))(row)
  }),
  remove: alerts.remove.handler(({ input: { id }, context: { deps, caller } }) => removeAlert(deps, caller, id)),
  restore: alerts.restore.handler(async ({ input: { id }, context: { deps, caller } }) => {
    const row = await restoreAlert(deps, caller, id)
    return (await presenter(deps, caller))(row)
  }),
  events: alerts.events.handler(async ({ input: { id, page, pageSize }, context: { deps, caller } }) => {
    const { items, total } = await alertEvents(deps, caller, id, { page, pageSize })
    return { items: items.map((row) => presentEvent(row, caller.account.currency)), total }
  }),
}
