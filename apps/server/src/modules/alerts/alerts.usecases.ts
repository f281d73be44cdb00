import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { AlertInput } from '#contract/alerts.ts'
import { fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Page } from '#server/db/paginate.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { defineJob } from '#server/jobs/job.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import { storedCondition } from './alert-condition.ts'
import {
  type AlertRow,
  countAlerts,
  countAllAlerts,
  findOwnAlert,
  insertAlert,
  listEvents,
  lockOwnAlert,
  updateAlert,
} from './alerts.repo.ts'
import { listReceivedAlerts, removeRecipient, replaceRecipients } from './recipients.repo.ts'
import { assertRecipients } from './recipients.ts'
import { validateAlert } from './validate-alert.ts'

/** Checks the alerts of an account after its data or the day changed, and after one was added or changed. */
export const checkAlertsJob = defineJob({
  name: 'check-alerts',
  schema: z.object({ accountId: z.number().int() }),
  retries: 2,
  expireSeconds: 600,
  pollSeconds: 2,
})

type Input = z.output<typeof AlertInput>
const toAlertRow = async (deps: Deps, caller: Caller, input: Input) => {
  const { unit } = await validateAlert(deps, caller, input)
  await assertRecipients(deps.db, caller, input.recipientIds ?? [])
  const { name: _name, description: _description, ...definition } = input.definition
  return {
    name: input.name,
    definition: JSON.stringify(definition),
    watched_column: input.column,
    scope: input.scope,
    condition: JSON.stringify(storedCondition(input.condition, { unit, currency: caller.account.currency })),
    unit,
  }
}

/** Errors: as `validateAlert` and `assertRecipients`; `request.quota`. It is checked as soon as it is stored. */
export const createAlert = async (deps: Deps, caller: Caller, input: Input): Promise<AlertRow> => {
  const { accountId, userId } = caller
  const row = await toAlertRow(deps, caller, input)
  const now = new Date(deps.clock.now())
  return inTransaction(deps.db, async (trx) => {
    await assertRoom(trx, 'alerts', userId, () => countAlerts(trx, caller))
    await assertRoom(trx, 'withTrash', `alerts:${userId}`, () => countAllAlerts(trx, caller))
    const id = deps.ids.next()
    const alert = await insertAlert(trx, {
      ...row,
      id,
      account_id: accountId,
      user_id: userId,
      paused_at: null,
      last_value: null,
      last_checked_at: null,
      checked_version: null,
      checked_day: null,
      created_at: now,
      updated_at: now,
      deleted_at: null,
    })
    await replaceRecipients(trx, alert, input.recipientIds ?? [], now)
    await deps.jobs.send(trx, checkAlertsJob, { accountId })
    return alert
  })
}

/** What an alert forgets when something about it changes: it is checked anew, and may fire for the current period. */
const UNCHECKED = {
  status: 'unchecked',
  open_period: '',
  open_keys: '[]',
  last_value: null,
  last_checked_at: null,
  checked_version: null,
  checked_day: null,
} as const

/** Errors: `alert.not_found`; as `validateAlert` and `assertRecipients`. A new name or recipient alone does not make it fire again. */
export const changeAlert = async (deps: Deps, caller: Caller, id: string, input: Input): Promise<AlertRow> => {
  const row = await toAlertRow(deps, caller, input)
  return inTransaction(deps.db, async (trx) => {
    const known = await lockOwnAlert(trx, caller, id)
    if (!known) throw fail('alert.not_found')
    // The database stores JSON with its keys in another order.
    const isSame =
      isDeepStrictEqual(known.condition, JSON.parse(row.condition)) &&
      isDeepStrictEqual(known.definition, JSON.parse(row.definition)) &&
      known.watched_column === row.watched_column &&
      known.scope === row.scope
    const now = new Date(deps.clock.now())
    const change = { ...row, ...(isSame ? {} : UNCHECKED), updated_at: now }
    if (input.recipientIds !== undefined) await replaceRecipients(trx, known, input.recipientIds, now)
    await deps.jobs.send(trx, checkAlertsJob, { accountId: caller.accountId })
    return updateAlert(trx, known, change)
  })
}

/** Errors: `alert.not_found`. A resumed alert is checked at once; what met its condition before the pause does not fire again. */
export const pauseAlert = (deps: Deps, caller: Caller, id: string, isPaused: boolean): Promise<AlertRow> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockOwnAlert(trx, caller, id)
    if (!row) throw fail('alert.not_found')
    const now = new Date(deps.clock.now())
    if (!isPaused) await deps.jobs.send(trx, checkAlertsJob, { accountId: caller.accountId })
    return updateAlert(trx, row, {
      paused_at: isPaused ? (row.paused_at ?? now) : null,
      checked_version: null,
      updated_at: now,
    })
  })

/** Errors: `alert.not_found`. */
export const removeAlert = (deps: Deps, caller: Caller, id: string): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockOwnAlert(trx, caller, id)
    if (!row) throw fail('alert.not_found')
    await updateAlert(trx, row, { deleted_at: new Date(deps.clock.now()) })
  })

/** Errors: `alert.not_found`, `request.quota`. */
export const restoreAlert = (deps: Deps, caller: Caller, id: string): Promise<AlertRow> =>
  inTransaction(deps.db, async (trx) => {
    const row = await lockOwnAlert(trx, caller, id, true)
    if (!row) throw fail('alert.not_found')
    await assertRoom(trx, 'alerts', caller.userId, () => countAlerts(trx, caller))
    await deps.jobs.send(trx, checkAlertsJob, { accountId: caller.accountId })
    return updateAlert(trx, row, { deleted_at: null, updated_at: new Date(deps.clock.now()) })
  })

/** Ends the notifications of a colleague's alert. Errors: `alert.not_found`. */
export const leaveAlert = async ({ db }: Deps, caller: Caller, id: string): Promise<void> => {
  if (!(await removeRecipient(db, caller, id))) throw fail('alert.not_found')
}

/** Of an own alert, or one of a colleague that notifies the caller. Errors: `alert.not_found`. */
export const alertEvents = async ({ db }: Deps, caller: Caller, id: string, page: Page) => {
  const own = await findOwnAlert(db, caller, id)
  const row = own ?? (await listReceivedAlerts(db, caller)).find((received) => received.id === id)
  if (!row) throw fail('alert.not_found')
  return listEvents(db, row, page)
}
