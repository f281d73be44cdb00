import { Failure } from '#contract/errors.ts'
import { isSameTimeZone } from '#domain/locale.ts'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { scheduledJob } from '#server/jobs/job.ts'
import {
  deletedCustomFieldKeys,
  findAccount,
  raiseRuleVersions,
  readCodeRules,
  readVisitRules,
} from '#server/modules/accounts/index.ts'
import { notify } from '#server/modules/notifications/index.ts'
import { listServices, type ReconciledServices, reconcileServices } from '#server/modules/services/index.ts'
import { DataUnavailable } from '#warehouse/data-unavailable.ts'
import type { StoredSettings } from '#warehouse/file-store.ts'

/**
 * Makes account files and the app database agree where they may be of different times: after a restore, and where a file is newer
 * than its database. An account that fails is tried again by the next run.
 */
export const reconcileAccountsJob = scheduledJob(
  { name: 'reconcile-accounts', everySeconds: 10, expireSeconds: 3600 },
  async (deps: Deps, { signal }) => {
    const rows = await unscoped(deps.db)
      .selectFrom('account_data')
      .select('account_id')
      .where('needs_reconciliation', '=', true)
      .orderBy('account_id')
      .execute()
    for (const { account_id: accountId } of rows) {
      signal.throwIfAborted()
      await reconcileAccount(deps, accountId).catch((error) =>
        deps.log.error({ err: error, accountId }, 'account not reconciled'),
      )
    }
  },
)

const reconcileAccount = async (deps: Deps, accountId: number): Promise<void> => {
  const before = new Set((await listServices(deps.db, accountId)).map(({ id }) => id))
  const stored = await findStored(deps, accountId)
  const zone = stored === null ? null : await followSettings(deps, accountId, stored)
  await inTransaction(deps.db, async (trx) => {
    const services =
      stored === null
        ? NONE
        : await reconcileServices({ ...deps, db: trx }, accountId, { withRows: stored.services, before })
    await trx
      .updateTable('account_data')
      .set({ needs_reconciliation: false })
      .where('account_id', '=', accountId)
      .execute()
    const changes = describeChanges(services, zone)
    if (changes.length === 0) return
    deps.log.warn({ accountId, ...services, timeZone: zone }, 'account data and settings differed; reconciled')
    await notify(deps, trx, {
      accountId,
      kind: 'dataRepaired',
      to: 'administrators',
      subject: 'Your data and settings didn’t match after a restore',
      paragraphs: [
        'A backup was restored, and your stored records didn’t match your account settings. Cuvee fixed this:',
        ...changes,
      ],
      link: { label: 'See your services', path: '/admin/services' },
    })
  })
}

const NONE: ReconciledServices = { recovered: [], emptied: [] }

/** Null: no file has rows of the account, or none can be read, which its users see. */
const findStored = async ({ warehouse }: Deps, accountId: number): Promise<StoredSettings | null> => {
  try {
    if ((await warehouse.findEngine(accountId)) !== 'files') return null
    const { dataVersion, timeZone } = await warehouse.status(accountId)
    if (dataVersion === 0 && timeZone === undefined) return null
    return await warehouse.files.storedSettings(accountId)
  } catch (error) {
    if (error instanceof DataUnavailable || (error instanceof Failure && error.code === 'account.not_found'))
      return null
    throw error
  }
}

/** Recomputes the rows for the account's settings. Returns the time zone if it differed. */
const followSettings = async (
  { db, warehouse }: Deps,
  accountId: number,
  stored: StoredSettings,
): Promise<string | null> => {
  const account = await findAccount(db, accountId)
  if (!account) return null
  // Rules that are not newer than the stored ones are not adopted.
  await raiseRuleVersions(db, accountId, stored)
  await warehouse.changeVisitRules(accountId, await readVisitRules(db, accountId))
  await warehouse.changeCodeRules(accountId, await readCodeRules(db, accountId))
  const deletedKeys = deletedCustomFieldKeys(account)
  if (deletedKeys.length > 0) await warehouse.removeCustomValues(accountId, deletedKeys)
  if (stored.timeZone === null || isSameTimeZone(stored.timeZone, account.time_zone)) return null
  await warehouse.changeCalendar(accountId, { timeZone: account.time_zone })
  return account.time_zone
}

const describeChanges = ({ recovered, emptied }: ReconciledServices, timeZone: string | null): string[] => [
  ...(timeZone === null ? [] : [`All dates were recalculated for ${timeZoneName(timeZone)}.`]),
  ...(recovered.length === 0
    ? []
    : [
        'Records of a service that no longer existed are in the service “Recovered data”. Remove it if you upload its files or connect its platform again, or they count twice.',
      ]),
  ...emptied.map(
    (name) =>
      `${name} has no records. A connected service syncs again from the beginning; for files, upload them again.`,
  ),
]
