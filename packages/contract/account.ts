import { z } from 'zod'
import { ACCOUNT_TYPES, BILLING_SOURCES } from '#domain/account-type.ts'
import { WEEK_STARTS } from '#domain/ranges/period.ts'
import { THEMES, User } from './auth.ts'
import { Id, Instant } from './common.ts'
import { endpoint } from './endpoint.ts'

export const Account = z.object({
  id: z.number().int(),
  accountType: z.enum(ACCOUNT_TYPES),
  billingSource: z.enum(BILLING_SOURCES),
  isTrial: z.boolean(),
  trialExpiresUtc: Instant.nullable(),
  name: z.string(),
  defaultCulture: z.string(),
  culture: z.string(),
  logoImageUrlLarge: z.string().nullable(),
  logoImageUrlSmall: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  weekStart: z.enum(WEEK_STARTS),
  /** 1 to 12 */
  fiscalYearStartMonth: z.number().int(),
  /** choices of metric definitions, by name; empty: the standard ones */
  definitions: z.record(z.string(), z.string()),
})
export type Account = z.infer<typeof Account>

export const AccountStatus = z.object({
  currentServiceCount: z.number().int(),
  currentUserCount: z.number().int(),
  lastSyncUtc: Instant.nullable(),
  /** moves only when a load changed something */
  dataVersion: z.number().int(),
  trialDaysLeft: z.number().int().nullable(),
})
export type AccountStatus = z.infer<typeof AccountStatus>

export const account = {
  get: endpoint({
    method: 'GET',
    path: '/account',
    summary: 'The account and its settings',
    access: 'signedIn',
  }).output(Account),
  status: endpoint({
    method: 'GET',
    path: '/account/status',
    summary: 'Counts, freshness and days of trial left',
    access: 'signedIn',
  }).output(AccountStatus),
}

export const users = {
  /** administrators see everyone, others themselves */
  list: endpoint({ method: 'GET', path: '/user', summary: 'Users of the account', access: 'signedIn' }).output(
    z.array(User),
  ),
  get: endpoint({ method: 'GET', path: '/user/{id}', summary: 'A user of the account', access: 'signedIn' })
    .input(z.object({ id: Id }))
    .output(User),
  setTheme: endpoint({
    method: 'POST',
    path: '/user/set-theme/{theme}',
    summary: 'Choose light or dark',
    access: 'signedIn',
  })
    .input(z.object({ theme: z.enum(THEMES) }))
    .output(User),
}
