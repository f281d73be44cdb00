import type { Account } from '#contract/account.ts'
import type { ConnectionTest } from '#contract/services.ts'

type Place = Pick<Account, 'timeZone' | 'currency'>

/** In what the business, as its platform knows it, differs from the account, and what that means; a sentence each. */
export const accountDifferences = (
  { timeZone, currency }: Pick<ConnectionTest, 'timeZone' | 'currency'>,
  account: Place,
): string[] => [
  ...(timeZone === null || timeZone === account.timeZone
    ? []
    : [
        `The business is in ${timeZone}, your account in ${account.timeZone}. A day begins at midnight of your account, so totals by day can differ from the platform’s.`,
      ]),
  ...(currency === null || currency === account.currency
    ? []
    : [
        `The business sells in ${currency}, your account counts in ${account.currency}. Amounts are not converted: make sure that this is the business you meant.`,
      ]),
]
