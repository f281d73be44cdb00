import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { defineJob, handleJob } from '#server/jobs/job.ts'
import { deletedCustomFieldKeys, findAccount } from '#server/modules/accounts/index.ts'

/** Removes the values of all deleted fields of an account from its records. */
export const removeCustomValuesJob = defineJob({
  name: 'remove-custom-values',
  schema: z.object({ accountId: z.number().int() }),
  retries: 5,
})

export const removeCustomValuesHandler = handleJob(
  removeCustomValuesJob,
  async ({ db, warehouse }: Deps, { accountId }) => {
    const account = await findAccount(db, accountId)
    const keys = account ? deletedCustomFieldKeys(account) : []
    if (keys.length > 0) await warehouse.removeCustomValues(accountId, keys)
  },
)

/**
 * For the transaction that ends an import with these fields: a field that was deleted while the import ran has values again, which the
 * job removes.
 */
export const removeValuesOfDeleted = async (
  { db, jobs }: Deps,
  accountId: number,
  keys: readonly string[],
): Promise<void> => {
  if (keys.length === 0) return
  const account = await findAccount(db, accountId)
  const deleted = new Set(account ? deletedCustomFieldKeys(account) : [])
  if (keys.some((key) => deleted.has(key))) await jobs.send(db, removeCustomValuesJob, { accountId })
}
