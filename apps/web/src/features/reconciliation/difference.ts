import type { Reconciliation } from '#contract/services.ts'

export type Difference = Reconciliation['differences'][number]

/** What is different about an order, in words. */
export const differenceWords = ({ ours, platform }: Difference, platformName: string): string => {
  if (platform === null) return 'Only in Cuvee'
  return ours === null ? `Only in ${platformName}` : 'Amounts differ'
}

/** Ours less the platform's, in major units; an order that one side lacks counts nothing there. */
export const differenceOf = ({ ours, platform }: Difference): number => round((ours ?? 0) - (platform ?? 0))

/** The same of whole months. */
export const totalDifference = ({ ours, platform }: Reconciliation): { orders: number; total: number } => ({
  orders: ours.orders - platform.orders,
  total: round(ours.total - platform.total),
})

// Major units are fractions: their difference has digits that no currency has.
const round = (amount: number): number => Math.round(amount * 1000) / 1000
