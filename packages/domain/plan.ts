import { ACCOUNT_TYPES, type AccountType } from './account-type.ts'

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
  Reserve: 'For a large winery. Includes the same pages as Estate.',
  Custom: 'For winery groups: custom terms, paid by invoice.',
}

/** The provider's lookup key for the price of a plan. */
export const priceKeyOf = (plan: CheckoutPlan): string => `cuvee_${plan.toLowerCase()}`

const isSold = (type: AccountType): type is CheckoutPlan => CHECKOUT_PLANS.some((sold) => sold === type)

/** Every plan, least first. */
export const PLANS: readonly Plan[] = ACCOUNT_TYPES.map((type) => ({
  type,
  description: DESCRIPTIONS[type],
  priceKey: isSold(type) ? priceKeyOf(type) : null,
}))

/** The plan of a price lookup key; null for an unknown key. */
export const planOfPriceKey = (key: string | null): AccountType | null =>
  PLANS.find(({ priceKey }) => priceKey !== null && priceKey === key)?.type ?? null
