import type { AccountStatus } from '#contract/account.ts'

type FirstLoad = NonNullable<AccountStatus['firstLoad']>

/** Whole percent of the current step; null while its total is unknown. */
export const firstLoadShare = ({ done, total }: FirstLoad): number | null =>
  total === null || total <= 0 ? null : Math.min(100, Math.floor((done / total) * 100))

/** "Loading your data, 61%" */
export const firstLoadText = (load: FirstLoad): string => {
  const share = firstLoadShare(load)
  return share === null ? 'Loading your data…' : `Loading your data, ${share}%`
}
