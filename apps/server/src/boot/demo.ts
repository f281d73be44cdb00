import type { Deps } from '#server/container.ts'
import { unscoped } from '#server/db/database.ts'
import { createAccountOffline } from '#server/modules/auth/registration.usecases.ts'
import { DEMO_SIGN_IN, hasDemo } from '#server/modules/system/demo-sign-in.ts'

/** A demo makes sense on a fresh, private installation only. */
const wantsDemo = async ({ env, db }: Deps): Promise<boolean> => {
  if (!hasDemo(env)) return false
  // over all accounts: any account means that the installation is in use
  const first = await unscoped(db).selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return first === undefined
}

/** At the first start: the demo winery with its owner, a dashboard of ten widgets and sample data on its way. */
export const makeDemo = async (deps: Deps): Promise<void> => {
  if (!(await wantsDemo(deps))) return
  const { account } = await createAccountOffline(deps, {
    firstName: 'Dana',
    lastName: 'Cellars',
    ...DEMO_SIGN_IN,
    accountName: 'Stave & Barrel Cellars',
    culture: 'en-US',
    timeZone: 'America/Los_Angeles',
    currency: 'USD',
  })
  await deps.db
    .updateTable('accounts')
    .set({ account_type: 'Estate', is_trial: false, trial_expires_at: null })
    .where('id', '=', account.id)
    .execute()
  deps.log.info({ accountId: account.id }, 'demo account made')
}
