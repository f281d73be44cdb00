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
        `The business is in ${timeZone}, but your account is in ${account.timeZone}. Days start at midnight in your account’s time zone, so daily totals can differ from the platform’s.`,
      ]),
  ...(currency === null || currency === account.currency
    ? []
    : [
        `The business sells in ${currency}, but your account uses ${account.currency}. Amounts aren’t converted, so make sure this is the right business.`,
      ]),
]
