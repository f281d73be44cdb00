import { unscoped } from '#server/db/database.ts'
import { inTransaction } from '#server/db/transaction.ts'
import type { Deps } from '#server/deps.ts'
import { createAccountWithoutSession } from '#server/modules/auth/index.ts'
import { addService, startSync } from '#server/modules/services/index.ts'
import { DEMO_SIGN_IN, hasDemo } from '#server/modules/system/index.ts'

const DEMO_WINERY = {
  firstName: 'Dana',
  lastName: 'Cellars',
  ...DEMO_SIGN_IN,
  accountName: 'Stave & Barrel Cellars',
  culture: 'en-US',
  timeZone: 'America/Los_Angeles',
  currency: 'USD',
}

/** At the first start of a demo installation, creates the demo winery, its owner and dashboard, and starts a sample data sync. */
export const makeDemo = async (deps: Deps): Promise<void> => {
  if (!hasDemo(deps.env) || (await isInUse(deps))) return
  await inTransaction(deps.db, async (trx) => {
    const inside: Deps = { ...deps, db: trx }
    const { account } = await createAccountWithoutSession(inside, DEMO_WINERY)
    await trx
      .updateTable('accounts')
      .set({ account_type: 'Estate', is_trial: false, trial_expires_at: null })
      .where('id', '=', account.id)
      .execute()
    await trx.updateTable('users').set({ email_verified: true }).where('account_id', '=', account.id).execute()
    const service = await addService(inside, account.id, { type: 'sample', name: 'Sample winery', settings: {} })
    await startSync(inside, account.id, service)
  })
  deps.log.info('demo winery made')
}

const isInUse = async ({ db }: Pick<Deps, 'db'>): Promise<boolean> => {
  const anyAccount = await unscoped(db).selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return anyAccount !== undefined
}
