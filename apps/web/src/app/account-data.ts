import { useQuery } from '@tanstack/react-query'
import type { Account, AccountStatus, DataSpan } from '#contract/account.ts'
import type { ClientSettings } from '#contract/system.ts'
import { DEFAULT_ACCOUNT_TYPE, DEFAULT_BILLING_SOURCE } from '#domain/plan.ts'
import { useCurrentUser } from './current-user.ts'
import { useRuntime } from './runtime.tsx'

/** The same without defaults. */
export const useAccountQuery = () => {
  const { queries } = useRuntime()
  const signedIn = useCurrentUser() !== null
  return useQuery(queries.account.get.queryOptions({ enabled: signedIn }))
}

/** Those of a new account: a screen is drawn with them when the account cannot be loaded. */
const DEFAULT_ACCOUNT: Account = {
  id: 0,
  accountType: DEFAULT_ACCOUNT_TYPE,
  billingSource: DEFAULT_BILLING_SOURCE,
  isTrial: true,
  trialExpiresUtc: null,
  name: '',
  culture: 'en-US',
  defaultCulture: 'en-US',
  currency: 'USD',
  timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone,
  weekStart: 'monday',
  customerIdentity: 'email',
  fiscalYearStartMonth: 1,
  logoImageUrlLarge: null,
  logoImageUrlSmall: null,
  definitions: {},
  deletionDueUtc: null,
}

/** The account's settings; null until they are loaded or could not be. */
export const useAccount = (): Account | null => {
  const { data, errorUpdateCount } = useAccountQuery()
  return data ?? (errorUpdateCount > 0 ? DEFAULT_ACCOUNT : null)
}

/** Counts and freshness of the account; null until they are loaded. Invalidate after anything that changes them. */
export const useAccountStatus = (): AccountStatus | null => {
  const { queries } = useRuntime()
  const signedIn = useCurrentUser() !== null
  return useQuery(queries.account.status.queryOptions({ enabled: signedIn })).data ?? null
}

/** Local days of the first and the last order; null while unknown or without orders. */
export const useDataSpan = (): DataSpan => {
  const { queries } = useRuntime()
  return useQuery(queries.account.dataSpan.queryOptions()).data ?? null
}

/** The culture for dates and numbers: the user's own, else the account's; undefined until loaded. */
export const useCulture = (): string | undefined => {
  const accountCulture = useAccount()?.culture
  return useCurrentUser()?.culture ?? accountCulture
}

/** Used until the installation's settings are loaded, or if loading fails. */
const DEFAULT_SETTINGS: ClientSettings = {
  productName: 'Cuvee',
  companyName: 'Cuvee',
  version: '0.9.28',
  docsUrl: '/api/docs',
  supportUrl: 'mailto:support@cuvee.example',
  tracker: null,
  demo: null,
}

/** Names and links of this installation. */
export const useClientSettings = (): ClientSettings => {
  const { queries } = useRuntime()
  const { data } = useQuery(queries.system.client.queryOptions())
  return data ?? DEFAULT_SETTINGS
}

type FirstLoad = NonNullable<AccountStatus['firstLoad']>

/** Whole percent of the current step; null while its total is unknown. */
export const firstLoadShare = ({ done, total }: FirstLoad): number | null =>
  total === null || total <= 0 ? null : Math.min(100, Math.floor((done / total) * 100))

/** "Loading your data, 61%" */
export const firstLoadText = (load: FirstLoad): string => {
  const share = firstLoadShare(load)
  return share === null ? 'Loading your data…' : `Loading your data, ${share}%`
}
