import { ACCOUNT_TYPES, type AccountType } from './account-type.ts'
import { MENU, type MenuItem } from './menu.ts'

/** Plans that can be bought by card; the others are agreed upon. */
export const CHECKOUT_PLANS = ['Micro', 'Boutique', 'Estate', 'Reserve'] as const satisfies readonly AccountType[]
export type CheckoutPlan = (typeof CHECKOUT_PLANS)[number]

export interface Plan {
  readonly type: AccountType
  /** whom it is for, in a winery's words */
  readonly description: string
  /** the provider's name of its price; null: it is not sold by card */
  readonly priceKey: string | null
  /** pages that no lesser plan has; they come from the menu, which gates them */
  readonly adds: readonly PlanPage[]
}

export interface PlanPage {
  readonly title: string
  /** the menu group that it stands in */
  readonly group: string
}

const DESCRIPTIONS: Readonly<Record<AccountType, string>> = {
  Micro: 'For a small winery that wants its sales, orders, and customers in one place.',
  Boutique: 'For a winery with a club: track holds and every release.',
  Estate: 'For a winery with a team: brands, team members, inventory, and shared reports.',
  Reserve: 'For a large winery. Includes the same pages as Estate.',
  Custom: 'For winery groups: custom terms, paid by invoice.',
}

/** The name under which the provider keeps the price of a plan. */
export const priceKeyOf = (plan: CheckoutPlan): string => `cuvee_${plan.toLowerCase()}`

const isSold = (type: AccountType): type is CheckoutPlan => CHECKOUT_PLANS.some((sold) => sold === type)

const pagesOf = ({ name, children }: MenuItem): (PlanPage & Pick<MenuItem, 'accountTypes'>)[] =>
  children.map(({ title, accountTypes }) => ({ title, accountTypes, group: name }))

const leastOf = (types: readonly AccountType[] | null): AccountType =>
  ACCOUNT_TYPES.find((type) => types === null || types.includes(type)) ?? ACCOUNT_TYPES[0]

const GATED = MENU.flatMap(pagesOf).filter(({ accountTypes }) => accountTypes !== null)

const addedBy = (type: AccountType): readonly PlanPage[] =>
  GATED.filter(({ accountTypes }) => leastOf(accountTypes) === type).map(({ title, group }) => ({ title, group }))

/** Groups of pages that every plan has. */
export const COMMON_GROUPS: readonly string[] = MENU.filter(
  ({ id, children }) => id !== 'admin' && children.some(({ accountTypes }) => accountTypes === null),
).map(({ name }) => name)

/** Every plan, least first. */
export const PLANS: readonly Plan[] = ACCOUNT_TYPES.map((type) => ({
  type,
  description: DESCRIPTIONS[type],
  priceKey: isSold(type) ? priceKeyOf(type) : null,
  adds: addedBy(type),
}))

/** The plan that a name of a price stands for; null for a foreign one. */
export const planOfPriceKey = (key: string | null): AccountType | null =>
  PLANS.find(({ priceKey }) => priceKey !== null && priceKey === key)?.type ?? null
