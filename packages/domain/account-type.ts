/** The plans an account can be on, least first. What each unlocks is in menu, routes and reports as data. */
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
