import type { Alert } from '#contract/alerts.ts'
import { inSnapshot } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { resolveAnalyticsSettings } from '#server/modules/analytics/index.ts'
import { presentAlert } from './alerts.present.ts'
import { type AlertRow, lastFired, listAlerts } from './alerts.repo.ts'
import { listReceivedAlerts, listRecipients, type ReceivedAlert } from './recipients.repo.ts'

const presentAll = async (
  deps: Deps,
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
export const describeAlert = async (deps: Deps, caller: Caller, row: AlertRow): Promise<Alert> => {
  const [alert] = await presentAll(deps, caller, [row])
  if (alert === undefined) throw new RangeError('An alert without an answer')
  return alert
}

/** The caller's own alerts, then those of colleagues that the caller receives. */
export const readAlerts = (deps: Deps, caller: Caller): Promise<Alert[]> =>
  inSnapshot(deps.db, async (db) =>
    presentAll({ ...deps, db }, caller, [...(await listAlerts(db, caller)), ...(await listReceivedAlerts(db, caller))]),
  )
