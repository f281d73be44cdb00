import { type Db, unscoped } from '#server/db/database.ts'

/** The billing data of the account; columns of `billing` are null before the first payment. */
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

/** Stores the account's customer unless it has one; returns the stored one. */
export const storeCustomer = async (db: Db, accountId: number, { customerId, at }: Customer): Promise<string> => {
  // ON CONFLICT with a column fails on the other unique column when two requests insert the same row at once.
  await db
    .insertInto('billing')
    .values({ account_id: accountId, customer_id: customerId, updated_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { customer_id } = await db
    .updateTable('billing')
    .set((row) => ({ customer_id: row.fn.coalesce('customer_id', row.val(customerId)) }))
    .where('account_id', '=', accountId)
    .returning('customer_id')
    .executeTakeFirstOrThrow()
  return customer_id ?? customerId
}

interface CustomerEvent {
  readonly id: string
  /** null: the event concerns no customer */
  readonly customerId: string | null
  readonly at: Date
}

/**
 * Records an event and marks its customer's state as due for a refresh, in one statement because events arrive in bursts.
 * Returns the account whose refresh became due; null for a duplicate event, a refresh that is already due, or an unknown
 * customer. Unscoped, as an event names only a customer.
 */
export const recordPaymentEvent = async (db: Db, { id, customerId, at }: CustomerEvent): Promise<number | null> => {
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

/** Accounts whose refresh has been due since `at` and has not started. Covers all accounts. */
export const findRefreshesDueSince = async (db: Db, at: Date): Promise<number[]> => {
  const rows = await unscoped(db).selectFrom('billing').select('account_id').where('refresh_due_at', '<=', at).execute()
  return rows.map(({ account_id }) => account_id)
}

/** Clears the due mark, so that later events request another refresh. */
export const beginRefresh = async (db: Db, accountId: number): Promise<void> => {
  await db.updateTable('billing').set({ refresh_due_at: null }).where('account_id', '=', accountId).execute()
}

/** The caller's account if the marketplace subscription is linked to it. */
export const findAccountBySubscription = (db: Db, accountId: number, subscriptionId: string) =>
  db
    .selectFrom('billing')
    .innerJoin('accounts', 'accounts.id', 'billing.account_id')
    .where('billing.account_id', '=', accountId)
    .where('billing.marketplace_subscription_id', '=', subscriptionId)
    .select(['accounts.id as accountId', 'accounts.name'])
    .executeTakeFirst()
