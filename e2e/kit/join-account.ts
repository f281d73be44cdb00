// node e2e/kit/join-account.ts <email> <account id>: moves a newly registered user into another account.
import { inTransaction } from '#server/db/database.ts'
import { readEnv } from '#server/env.ts'
import { findUserByEmail } from '#server/modules/users/users.repo.ts'
import { withStores } from '#server/operator/with-stores.ts'

/** Tables with rows of a user. */
const USER_TABLES = ['dashboards', 'one_time_tokens', 'sessions'] as const

const [email = '', accountId = ''] = process.argv.slice(2)

await withStores(readEnv(), { exclusive: false }, ({ deps }) =>
  inTransaction(deps.db, async (trx) => {
    const user = await findUserByEmail(trx, email)
    if (!user) throw new Error(`no user has the email ${email}`)
    const { id, account_id } = user
    for (const table of USER_TABLES) {
      await trx.deleteFrom(table).where('account_id', '=', account_id).where('user_id', '=', id).execute()
    }
    await trx
      .updateTable('users')
      .set({ account_id: Number(accountId) })
      .where('account_id', '=', account_id)
      .where('id', '=', id)
      .execute()
  }),
)
