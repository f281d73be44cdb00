import { inTransaction, unscoped } from '#server/db/database.ts'
import type { Deps } from '#server/deps.ts'
import { DEMO_SIGN_IN, hasDemo, isLocalTrial } from '#server/env.ts'
import { createAccountWithoutSession, deleteUserSessions } from '#server/modules/auth/index.ts'
import { addService } from '#server/modules/services/services.usecases.ts'
import { startSync } from '#server/modules/services/start-run.usecases.ts'
import { findUserByEmail } from '#server/modules/users/index.ts'

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
    const inside = { ...deps, db: trx }
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
  deps.log.info('demo winery created')
}

const isInUse = async ({ db }: Deps): Promise<boolean> => {
  const anyAccount = await unscoped(db).selectFrom('accounts').select('id').limit(1).executeTakeFirst()
  return anyAccount !== undefined
}

/**
 * On a server that others reach, signs out the demo user of an earlier local trial: its password is public. Signing in again is refused
 * by `signIn`.
 */
export const endDemoSessions = async ({ env, db, log }: Deps): Promise<void> => {
  if (isLocalTrial(env)) return
  const user = await findUserByEmail(db, DEMO_SIGN_IN.email)
  if (!user) return
  await deleteUserSessions(db, { accountId: user.account_id, userId: user.id })
  log.warn(`${user.email} cannot sign in: others can reach this server, and the password of the demo is public`)
}
