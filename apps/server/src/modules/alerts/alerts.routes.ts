import type { Alert } from '#contract/alerts.ts'
import { inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import { resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { presentAlert, presentEvent } from './alerts.present.ts'
import { type AlertRow, lastFired, listAlerts } from './alerts.repo.ts'
import {
  alertEvents,
  changeAlert,
  createAlert,
  leaveAlert,
  pauseAlert,
  removeAlert,
  restoreAlert,
} from './alerts.usecases.ts'
import { listReceivedAlerts, listRecipients, type ReceivedAlert } from './recipients.repo.ts'

const presentAll = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  rows: readonly (AlertRow & Partial<Pick<ReceivedAlert, 'ownerName'>>)[],
): Promise<Alert[]> => {
  const ids = rows.map(({ id }) => id)
  const fired = await lastFired(deps.db, caller.accountId, ids)
  const recipients = await listRecipients(deps.db, caller.accountId, ids)
  const settings = resolveAnalyticsSettings(caller, { now: deps.clock.now() })
  return rows.map((row) =>
    presentAlert(row, caller, {
      settings,
      firedAt: fired.get(row.id),
      recipients: recipients.get(row.id) ?? [],
      ownerName: row.ownerName ?? null,
    }),
  )
}

/** An own alert. */
const present = async (deps: Pick<Deps, 'db' | 'clock'>, caller: Caller, row: AlertRow): Promise<Alert> => {
  const [alert] = await presentAll(deps, caller, [row])
  if (alert === undefined) throw new RangeError('An alert without an answer')
  return alert
}

const { alerts } = signedIn

export const alertsRoutes: RoutesOf<'alerts'> = {
  list: alerts.list.handler(({ context: { deps, caller } }) =>
    inSnapshot(deps.db, async (db) =>
      presentAll({ ...deps, db }, caller, [
        ...(await listAlerts(db, caller)),
        ...(await listReceivedAlerts(db, caller)),
      ]),
    ),
  ),
  create: alerts.create.handler(async ({ input, context: { deps, caller, call } }) => {
    const row = await createAlert(deps, caller, input)
    call.note({ name: row.name })
    return present(deps, caller, row)
  }),
  update: alerts.update.handler(async ({ input: { params, body }, context: { deps, caller, call } }) => {
    const row = await changeAlert(deps, caller, params.id, body)
    call.note({ name: row.name })
    return present(deps, caller, row)
  }),
  pause: alerts.pause.handler(async ({ input: { id, isPaused }, context: { deps, caller } }) => {
    const row = await pauseAlert(deps, caller, id, isPaused)
    return present(deps, caller, row)
  }),
  leave: alerts.leave.handler(({ input: { id }, context: { deps, caller } }) => leaveAlert(deps, caller, id)),
  remove: alerts.remove.handler(({ input: { id }, context: { deps, caller } }) => removeAlert(deps, caller, id)),
  restore: alerts.restore.handler(async ({ input: { id }, context: { deps, caller } }) => {
    const row = await restoreAlert(deps, caller, id)
    return present(deps, caller, row)
  }),
  events: alerts.events.handler(async ({ input: { id, page, pageSize }, context: { deps, caller } }) => {
    const { items, total } = await alertEvents(deps, caller, id, { page, pageSize })
    return { items: items.map((row) => presentEvent(row, caller.account.currency)), total }
  }),
}
