import type { z } from 'zod'
import { fail, failFields } from '#contract/errors.ts'
import type { SaveList, SaveStepInput } from '#contract/save-list.ts'
import type { HoldoutPercent } from '#domain/save-list.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/http/caller.ts'
import { loadAnalyticsSettings, withConsistentVersion } from '#server/modules/analytics/index.ts'
import { assertAssignable, insightReaders, lookUpCustomers } from '#server/modules/insights/index.ts'
import { assertRoom } from '#server/platform/quotas.ts'
import type { EntryRow } from './next-entries.ts'
import { isOnList, presentSaveList } from './save-list.present.ts'
import {
  addStep,
  assignEntry,
  countSteps,
  deleteLastStep,
  findList,
  findListedEntry,
  listEntries,
  listSteps,
  saveList,
} from './save-list.repo.ts'

/** The list as of the last analysis. Names are read from the records, so that a removed customer has none. */
export const getSaveList = async (deps: Deps, caller: Caller, signal: AbortSignal | undefined): Promise<SaveList> => {
  const { db } = deps
  const { accountId } = caller
  const settings = await loadAnalyticsSettings(deps, caller)
  const { today } = settings.calendar
  const [list, entries, steps, readers] = await Promise.all([
    findList(db, accountId),
    listEntries(db, accountId),
    listSteps(db, accountId),
    insightReaders(db, accountId),
  ])
  const ids = entries.filter((entry) => isOnList(entry, today)).map(({ customer_id }) => customer_id)
  const customers = await withConsistentVersion(deps, settings, ({ openSession }) =>
    lookUpCustomers(openSession(signal), ids),
  )
  return presentSaveList({ list, entries, steps, readers, customers, today }, caller.account.currency)
}

const loadEntry = async ({ db }: Deps, { accountId }: Caller, id: string): Promise<EntryRow> => {
  const entry = await findListedEntry(db, accountId, id)
  if (entry === undefined) throw fail('save_list.not_found')
  return entry
}

/** Errors: `save_list.not_found`, `request.invalid` for a user whom the caller may not assign. */
export const assignMember = async (
  deps: Deps,
  caller: Caller,
  { id, userId }: { readonly id: string; readonly userId: string | null },
): Promise<void> => {
  await loadEntry(deps, caller, id)
  if (userId !== null) await assertAssignable(deps, caller, userId)
  await assignEntry(deps.db, caller.accountId, id, userId)
}

type StepInput = z.output<typeof SaveStepInput> & { readonly id: string }

/** A member whom nobody was to call is the caller's from then on. Errors: `save_list.not_found`, `request.invalid` for an empty note, `request.quota`. */
export const logStep = async (deps: Deps, caller: Caller, { id, ...step }: StepInput): Promise<void> => {
  if (step.action === 'note' && step.note === null)
    throw failFields('request.invalid', [{ field: 'note', message: 'Write a note' }])
  const { accountId, userId } = caller
  const row = { id: deps.ids.next(), account_id: accountId, entry_id: id, user_id: userId, ...step }
  return inTransaction(deps.db, async (trx) => {
    const { assigned_to } = await loadEntry({ ...deps, db: trx }, caller, id)
    await assertRoom(trx, 'saveSteps', id, () => countSteps(trx, accountId, id))
    await addStep(trx, { ...row, at: new Date(deps.clock.now()) })
    if (assigned_to === null && step.action !== 'note') await assignEntry(trx, accountId, id, userId)
  })
}

/** Errors: `save_list.not_found` if the caller logged nothing. */
export const takeBackStep = async ({ db }: Deps, { accountId, userId }: Caller, id: string): Promise<void> => {
  const deleted = await deleteLastStep(db, { account_id: accountId, entry_id: id, user_id: userId })
  if (!deleted) throw fail('save_list.not_found')
}

/** Applies to members who enter from now on. */
export const setHoldout = (
  { db }: Deps,
  { accountId }: Caller,
  { percent }: { readonly percent: HoldoutPercent },
): Promise<void> => saveList(db, accountId, { holdout_percent: percent })
