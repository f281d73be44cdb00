import { z } from 'zod'
import { ACCOUNT_TYPES, BILLING_SOURCES, PLAN_STATES } from '#domain/plan.ts'
import { settingChangeSchemas, settingSchemas } from './account-settings.ts'
import { audited, endpoint, endpointFor, NOT_A_PICTURE, READ_AS_IT_ARRIVES } from './endpoint.ts'
import { Culture, Id, Instant, LocalDay, Nothing, PageQuery, paged, RequiredText } from './fields.ts'

export const Account = z.object({
  id: z.number().int(),
  accountType: z.enum(ACCOUNT_TYPES),
  billingSource: z.enum(BILLING_SOURCES),
  isTrial: z.boolean(),
  trialExpiresUtc: Instant.nullable(),
  ...settingSchemas,
  defaultCulture: z.string(),
  logoImageUrlLarge: z.string().nullable(),
  logoImageUrlSmall: z.string().nullable(),
  /** selected options of metric definitions, by name; empty: the defaults */
  definitions: z.record(z.string(), z.string()),
  /** the deleted account is purged at this time; null: the account is not deleted */
  deletionDueUtc: Instant.nullable(),
})
export type Account = z.infer<typeof Account>

/** Local days of the first and the last order; null without orders */
export const DataSpan = z.object({ first: z.string(), last: z.string() }).nullable()
export type DataSpan = z.infer<typeof DataSpan>

export const AccountStatus = z.object({
  currentServiceCount: z.number().int(),
  currentUserCount: z.number().int(),
  lastSyncUtc: Instant.nullable(),
  /** changes only when a load changes data */
  dataVersion: z.number().int(),
  /** changes when the answer of `GET /account` does */
  accountVersion: z.string(),
  trialDaysLeft: z.number().int().nullable(),
  planState: z.enum(PLAN_STATES),
  /** when changes are or were blocked from; null if no end is set */
  changesEndUtc: Instant.nullable(),
  /** why the account's data is unavailable, and what to do; null: it is available */
  dataProblem: z.string().nullable(),
  /** progress of the current step of the account's first load, in the step's own unit; null: a load has succeeded, or none is running */
  firstLoad: z.object({ done: z.number().int(), total: z.number().int().nullable() }).nullable(),
  /** progress of a time zone change in rows; `total` is 0 until counted; until done, numbers use the old zone */
  rebuild: z.object({ done: z.number().int(), total: z.number().int() }).nullable(),
})
export type AccountStatus = z.infer<typeof AccountStatus>

/** The id guards against changing the wrong account; omitted fields stay unchanged. */
export const AccountChange = z.object({
  id: z.number({ error: 'Account ID is required' }).int(),
  ...settingChangeSchemas,
  /** another name of `culture`: of the two, the one that differs from the account's applies */
  defaultCulture: Culture.optional(),
  definitions: z.record(z.string().max(100), z.string().max(100)).optional(),
})
export type AccountChange = z.infer<typeof AccountChange>

const addressLine = z.string().trim().max(200).nullable().default(null)

export const Location = z.object({
  addressLine1: addressLine,
  addressLine2: addressLine,
  city: addressLine,
  state: addressLine,
  postalCode: z.string().trim().max(20).nullable().default(null),
  /** ISO 3166-1, two letters */
  country: z.string().trim().toUpperCase().length(2).nullable().default(null),
  timeZone: z.string().min(1).max(64),
})
export type Location = z.infer<typeof Location>

/** A metric definition that an account can choose, with last month's value under each option. */
export const DefinitionChoice = z.object({
  /** name in `Account.definitions` */
  id: z.string(),
  title: z.string(),
  description: z.string(),
  /** the current option */
  chosen: z.string(),
  ways: z.array(
    z.object({
      value: z.string(),
      label: z.string(),
      description: z.string(),
      /** last month's value under this option; null before the first load */
      lastMonth: z.number().nullable(),
    }),
  ),
  format: z.enum(['number', 'integer', 'currency', 'percent']),
  /** the month of `lastMonth`; `until` is exclusive */
  range: z.object({ from: LocalDay, until: LocalDay }),
})
export type DefinitionChoice = z.infer<typeof DefinitionChoice>

export const AuditEntry = z.object({
  id: z.number().int(),
  atUtc: Instant,
  action: z.string(),
  target: z.string().nullable(),
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** the API key that made the change; null: none did */
  apiKeyId: z.string().nullable(),
  apiKeyName: z.string().nullable(),
  ip: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
})
export type AuditEntry = z.infer<typeof AuditEntry>

const read = endpointFor({ access: 'signedIn' })
const change = audited('account', { access: 'administration' })
const ownerChange = audited('account', { access: 'ownership' })

export const account = {
  get: read('GET /account', 'The account and its settings').output(Account),
  status: read('GET /account/status', 'Counts, data freshness, and days left in the trial').output(AccountStatus),
  dataSpan: read('GET /account/data-span', 'Local days of the first and the last order').output(DataSpan),
  update: change('PUT /account', 'Change account settings', 'Changed settings', {
    sample: { body: { id: 0, name: 'Taken over' } },
  })
    .input(AccountChange)
    .output(Account),
  rename: change('PUT /account/name', 'Rename the account', 'Renamed the account', {
    sample: { body: { name: 'Taken over' } },
  })
    .input(z.object({ name: RequiredText(100) }))
    .output(Account),
  /** the picture is downloaded once and stored here */
  setLogo: change('PUT /account/logo', 'Import the logo from a URL', 'Imported a logo from a URL', {
    callsOut: true,
    rateLimit: { bucket: 'picture', hits: 20, seconds: 60, per: 'account' },
    sample: { body: { logoUrl: 'http://127.0.0.1/' } },
  })
    .input(z.object({ logoUrl: z.string().trim().min(1).max(2000) }))
    .output(Account),
  /** multipart, part `photo`: JPEG, PNG or WebP of 10 MB at most */
  setPhoto: change('POST /account/set-photo', 'Upload the logo', 'Uploaded a logo', {
    transport: 'raw',
    takesNoShare: READ_AS_IT_ARRIVES,
    rateLimit: { bucket: 'picture', hits: 20, seconds: 60, per: 'account' },
    sample: { raw: NOT_A_PICTURE },
  }).output(Account),
  removePhoto: change('POST /account/remove-photo', 'Remove the logo', 'Removed the logo').output(Account),
  location: read('GET /account/location', 'Location of the winery').output(Location),
  saveLocation: change('PUT /account/location', 'Change the location of the winery', 'Changed the winery’s address', {
    sample: { body: { timeZone: 'Europe/Paris' } },
  })
    .input(Location)
    .output(Location),
  definitions: endpoint('GET /account/definitions', 'Metric definitions, with last month’s value under each option', {
    access: 'administration',
  }).output(z.array(DefinitionChoice)),
  audit: endpoint('GET /audit', 'Who changed what, newest first', { access: 'administration' })
    .input(PageQuery.extend({ userId: Id.optional(), action: z.string().max(100).optional() }))
    .output(paged(AuditEntry)),
  /** streams a zip of everything that the account owns */
  export: change(
    'GET /account/export',
    'Export all account data as a zip file of CSV and JSON',
    'Exported account data',
    {
      transport: 'raw',
      proof: 'withSecondFactor',
      rateLimit: { bucket: 'export', hits: 10, seconds: 60, per: 'user' },
    },
  ),
  findBySubscription: endpoint(
    'GET /account/find-account-with-subscription/{id}',
    'The caller’s account, if the marketplace subscription is linked to it',
    { access: 'billing' },
  )
    .input(z.object({ id: Id }))
    .output(z.object({ accountId: z.number().int(), name: z.string() })),
  /** nothing is removed for 30 days */
  remove: ownerChange('DELETE /account', 'Delete the account', 'Deleted the account', {
    proof: 'withSecondFactor',
    sample: { body: { password: 'not the password' } },
  })
    .input(z.object({ password: z.string().min(1).max(128) }))
    .output(Nothing),
  restore: ownerChange('POST /account/restore', 'Cancel the deletion of the account', 'Restored the account').output(
    Account,
  ),
}
