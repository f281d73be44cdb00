import { assertFound, fail } from '#contract/errors.ts'
import { inTransaction } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import type { AccountRegistry, RegisteredAccount } from '#warehouse/file-store.ts'

/** Registers account files in the app database, which is lost, restored and replaced apart from the files. */
export const createAccountRegistry = ({ db, ids, log }: Pick<Deps, 'db' | 'ids' | 'log'>): AccountRegistry => {
  const find = async (accountId: number): Promise<RegisteredAccount | undefined> => {
    const row = await db
      .selectFrom('account_data')
      .innerJoin('accounts', 'accounts.id', 'account_data.account_id')
      .select(['key', 'data_version', 'first_version', 'counts', 'accounts.created_at as since'])
      .where('account_data.account_id', '=', accountId)
      .executeTakeFirst()
    if (!row) return undefined
    const { key, counts, since } = row
    return { key, dataVersion: row.data_version, firstVersion: row.first_version, counts, since: since.getTime() }
  }
  const register = (accountId: number) =>
    inTransaction(db, async (trx) => {
      const account = await trx.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
      if (!account) throw fail('account.not_found')
      const row = { account_id: accountId, key: ids.next() }
      await trx
        .insertInto('account_data')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    })
  return {
    find: async (accountId) => {
      const found = await find(accountId)
      if (found) return found
      await register(accountId)
      return assertFound(await find(accountId), 'account.not_found')
    },
    record: async (accountId, { dataVersion, counts, isUnexpected = false }) => {
      try {
        await db
          .updateTable('account_data')
          .set({
            data_version: dataVersion,
            counts: JSON.stringify(counts),
            ...(isUnexpected ? { needs_reconciliation: true } : {}),
          })
          .where('account_id', '=', accountId)
          .where('data_version', '<=', dataVersion)
          .execute()
      } catch (error) {
        log.warn({ err: error, accountId, dataVersion }, 'data version not recorded')
        throw error
      }
    },
    replace: async (accountId) => {
      await db
        .updateTable('account_data')
        .set(({ eb }) => ({
          key: ids.next(),
          data_version: eb('data_version', '+', 1),
          first_version: eb('data_version', '+', 1),
        }))
        .where('account_id', '=', accountId)
        .execute()
    },
  }
}
