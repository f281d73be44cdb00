/** Account plans in ascending order. The features of each are data of menu, routes and reports. */
export const ACCOUNT_TYPES = ['Micro', 'Boutique', 'Estate', 'Reserve', 'Custom'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

export const DEFAULT_ACCOUNT_TYPE: AccountType = 'Reserve'

/** "Estate, Reserve, Custom only" of the spec. */
export const ESTATE_AND_UP: readonly AccountType[] = ['Estate', 'Reserve', 'Custom']
/** "Boutique, Estate, Reserve, Custom" of the spec. */
export const BOUTIQUE_AND_UP: readonly AccountType[] = ['Boutique', ...ESTATE_AND_UP]

/** Who bills the account. */
export const BILLING_SOURCES = ['Direct', 'Microsoft', 'Stripe'] as const
export type BillingSource = (typeof BILLING_SOURCES)[number]

export const DEFAULT_BILLING_SOURCE: BillingSource = 'Stripe'

/** Plans that can be bought by card; others need a custom agreement. */
export const CHECKOUT_PLANS = ['Micro', 'Boutique', 'Estate', 'Reserve'] as const satisfies readonly AccountType[]
export type CheckoutPlan = (typeof CHECKOUT_PLANS)[number]

export interface Plan {
  readonly type: AccountType
  /** the target customer, for the plan card */
  readonly description: string
  /** the provider's lookup key of the price; null: not sold by card */
  readonly priceKey: string | null
}

const DESCRIPTIONS: Readonly<Record<AccountType, string>> = {
  Micro: 'For a small winery that wants its sales, orders, and customers in one place.',
  Boutique: 'For a winery with a club: track holds and every release.',
  Estate: 'For a winery with a team: brands, team members, inventory, and shared reports.',
  Reserve: 'For large wineries, by agreement. Same pages and limits as Estate.',
  Custom: 'For winery groups: custom terms, paid by invoice.',
}

/** The provider's lookup key for the price of a plan. */
export const stripePriceKey = (plan: CheckoutPlan): string => `cuvee_${plan.toLowerCase()}`

const isSold = (type: AccountType): type is CheckoutPlan => CHECKOUT_PLANS.some((sold) => sold === type)

/** Every plan in ascending order. */
export const PLANS: readonly Plan[] = ACCOUNT_TYPES.map((type) => ({
  type,
  description: DESCRIPTIONS[type],
  priceKey: isSold(type) ? stripePriceKey(type) : null,
}))

/** The plan of a price lookup key; null for an unknown key. */
export const planOfPriceKey = (key: string | null): AccountType | null =>
  PLANS.find(({ priceKey }) => priceKey !== null && priceKey === key)?.type ?? null

/**
 * The state of an account's plan: `paymentFailed` still allows changes for a while; `paymentOverdue` and `ended` are read-only, as
 * after a trial.
 */
export const PLAN_STATES = ['trial', 'trialOver', 'active', 'paymentFailed', 'paymentOverdue', 'ended'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** Why the account becomes read-only. */
const READ_ONLY_REASONS = ['payment', 'ended'] as const
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number]

/** Days after a failed payment during which everything still works. */
export const PAYMENT_GRACE_DAYS = 14

/** Days before the end of a trial from which reminders are shown. */
export const TRIAL_COUNTDOWN_DAYS = 7

export interface PlanFacts {
  readonly isTrial: boolean
  /** null: a trial without an end date */
  readonly trialExpiresAt: Date | null
  readonly readOnlyFrom: Date | null
  readonly readOnlyReason: ReadOnlyReason | null
}

/** The time from which the account is read-only; null if none. */
export const changesEndAt = ({
  isTrial,
  trialExpiresAt,
  readOnlyFrom,
}: Omit<PlanFacts, 'readOnlyReason'>): Date | null => (isTrial ? trialExpiresAt : readOnlyFrom)

/** Whether only reads and billing work at `now`, epoch milliseconds. */
export const isReadOnly = (facts: Omit<PlanFacts, 'readOnlyReason'>, now: number): boolean => {
  const end = changesEndAt(facts)
  return end !== null && end.getTime() <= now
}

/** @param now epoch milliseconds */
export const planState = (facts: PlanFacts, now: number): PlanState => {
  const isOver = isReadOnly(facts, now)
  if (facts.isTrial) return isOver ? 'trialOver' : 'trial'
  if (facts.readOnlyReason === 'payment') return isOver ? 'paymentOverdue' : 'paymentFailed'
  return isOver ? 'ended' : 'active'
}
