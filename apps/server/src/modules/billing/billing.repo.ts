import { sql } from 'kysely'
import { type Db, unscoped } from '#server/db/database.ts'

/** The account as far as its billing goes; without a payment yet, what is only in `billing` is null. */
export const findBilling = (db: Db, accountId: number) =>
  db
    .selectFrom('accounts')
    .leftJoin('billing', (join) =>
      join.onRef('billing.account_id', '=', 'accounts.id').on('billing.account_id', '=', accountId),
    )
    .where('accounts.id', '=', accountId)
    .select([
      'accounts.id as accountId',
      'accounts.name',
      'accounts.account_type as plan',
      'accounts.billing_source as source',
      'accounts.is_trial as isTrial',
      'accounts.trial_expires_at as trialExpiresAt',
      'accounts.read_only_from as readOnlyFrom',
      'accounts.read_only_reason as readOnlyReason',
      'accounts.deleted_at as deletedAt',
      'billing.customer_id as customerId',
      'billing.subscription_id as subscriptionId',
      'billing.ended_subscription_id as endedSubscriptionId',
      'billing.period_ends_at as periodEndsAt',
      'billing.cancels_at as cancelsAt',
      'billing.past_due_since as pastDueSince',
      'billing.marketplace_subscription_id as marketplaceSubscriptionId',
    ])
    .executeTakeFirstOrThrow()

export type BillingRow = Awaited<ReturnType<typeof findBilling>>

interface Customer {
  readonly customerId: string
  readonly at: Date
}

/** Keeps the account's customer; the first one stays. Gives the one that is kept. */
export const keepCustomer = async (db: Db, accountId: number, { customerId, at }: Customer): Promise<string> => {
  const { customer_id } = await db
    .insertInto('billing')
    .values({ account_id: accountId, customer_id: customerId, updated_at: at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((row) => ({
        customer_id: row.fn.coalesce('billing.customer_id', 'excluded.customer_id'),
      })),
    )
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  return customer_id ?? customerId
}

interface CustomerEvent {
  readonly id: string
  /** null: it is about nobody's payments */
  readonly customerId: string | null
  readonly at: Date
}

/**
 * Enters an event and notes that its customer's state is to be read again: in one statement, since events come in bursts.
 * Gives the account whose refresh became due by it; null when the event was received before, a refresh was due already, or
 * nobody has this customer. An event names a customer and no account, hence unscoped.
 */
export const enterPaymentEvent = async (db: Db, { id, customerId, at }: CustomerEvent): Promise<number | null> => {
  const row = await unscoped(db)
    .with('entered', (statement) =>
      statement
        .insertInto('payment_events')
        .values({ event_id: id, received_at: at })
        .onConflict((conflict) => conflict.column('event_id').doNothing())
        .returning('event_id'),
    )
    .with('marked', (statement) =>
      statement
        .updateTable('billing')
        .set({ refresh_due_at: at })
        .where('customer_id', '=', customerId)
        .where('refresh_due_at', 'is', null)
        .where(({ exists, selectFrom }) => exists(selectFrom('entered').select('event_id')))
        .returning('account_id'),
    )
    .selectFrom('marked')
    .select('account_id')
    .executeTakeFirst()
  return row?.account_id ?? null
}

/** Accounts whose refresh has been due since `at` and was not begun, in all accounts. */
export const refreshesDueSince = async (db: Db, at: Date): Promise<number[]> => {
  const rows = await unscoped(db).selectFrom('billing').select('account_id').where('refresh_due_at', '<=', at).execute()
  return rows.map(({ account_id }) => account_id)
}

/** Events that come from now on ask for a refresh of their own. */
export const beginRefresh = async (db: Db, accountId: number): Promise<void> => {
  await db.updateTable('billing').set({ refresh_due_at: null }).where('account_id', '=', accountId).execute()
}

/** "bill", so that no other lock of the app is meant. */
const LOCK = 0x62_69_6c_6c

/**
 * Until the transaction ends, nobody else applies a state to the account: an older answer of the provider cannot be written
 * after a newer one. No row is held, so everything else goes on.
 */
export const lockBilling = async (trx: Db, accountId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(${LOCK}, ${accountId})`.execute(unscoped(trx))
}

/** The own account, when the marketplace subscription is linked to it. */
export const findAccountOfSubscription = (db: Db, accountId: number, subscriptionId: string) =>
  db
    .selectFrom('billing')
    .innerJoin('accounts', 'accounts.id', 'billing.account_id')
    .where('billing.account_id', '=', accountId)
    .where('billing.marketplace_subscription_id', '=', subscriptionId)
    .select(['accounts.id as accountId', 'accounts.name'])
    .executeTakeFirst()
