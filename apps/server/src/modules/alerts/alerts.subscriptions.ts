import type { Deps } from '#server/deps.ts'
import { lockUser, userRemoved } from '#server/modules/users/index.ts'
import { subscribe } from '#server/platform/events.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { countAlerts } from './alerts.repo.ts'
import { alertsWithRecipients, transferAlerts } from './recipients.repo.ts'

/** Alerts of a removed user that notify colleagues go on for them. Errors: `request.quota`, which keeps the user. */
export const transferSharedAlerts = subscribe(userRemoved, async ({ db }: Deps, { accountId, userId, newOwnerId }) => {
  const owner = { accountId, userId: newOwnerId }
  const ids = await alertsWithRecipients(db, { accountId, userId })
  if (ids.length === 0) return
  await lockUser(db, owner)
  await assertRoom(db, 'receivedAlerts', newOwnerId, () => countAlerts(db, owner), ids.length)
  await transferAlerts(db, owner, ids)
})
