import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { presentEvent } from './alerts.present.ts'
import {
  alertEvents,
  changeAlert,
  createAlert,
  leaveAlert,
  pauseAlert,
  removeAlert,
  restoreAlert,
} from './alerts.usecases.ts'
import { describeAlert, readAlerts } from './read-alerts.usecases.ts'

const { alerts } = signedIn

export const alertsRoutes: RoutesOf<'alerts'> = {
  list: alerts.list.handler(({ context: { deps, caller } }) => readAlerts(deps, caller)),
  create: alerts.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const row = await createAlert(deps, caller, input)
    call.note({ name: row.name })
    return describeAlert(deps, caller, row)
  }),
  update: alerts.update.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const row = await changeAlert(deps, caller, params.id, body)
    call.note({ name: row.name })
    return describeAlert(deps, caller, row)
  }),
  pause: alerts.pause.handler(async ({ input: { id, isPaused }, context: { deps, caller } }) => {
    const row = await pauseAlert(deps, caller, id, isPaused)
    return describeAlert(deps, caller, row)
  }),
  leave: alerts.leave.handler(({ input: { id }, context: { deps, caller } }) => leaveAlert(deps, caller, id)),
  remove: alerts.remove.handler(({ input: { id }, context: { deps, caller } }) => removeAlert(deps, caller, id)),
  restore: alerts.restore.handler(async ({ input: { id }, context: { deps, caller } }) => {
    const row = await restoreAlert(deps, caller, id)
    return describeAlert(deps, caller, row)
  }),
  events: alerts.events.handler(async ({ input: { id, page, pageSize }, context: { deps, caller } }) => {
    const { items, total } = await alertEvents(deps, caller, id, { page, pageSize })
    return { items: items.map((row) => presentEvent(row, caller.account.currency)), total }
  }),
}
