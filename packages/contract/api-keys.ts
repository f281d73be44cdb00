import { z } from 'zod'
import { KEY_SCOPES } from '#domain/role.ts'
import { audited, endpoint } from './endpoint.ts'
import { ById, Instant, Nothing, RequiredText } from './fields.ts'

/** A personal key acts as its user, a service key as an administrator of the account; both only within their scope. */
const KEY_KINDS = ['personal', 'service'] as const
export type KeyKind = (typeof KEY_KINDS)[number]

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(KEY_KINDS),
  scope: z.enum(KEY_SCOPES),
  /** the first characters of the key, to recognize it by */
  prefix: z.string(),
  /** whose personal key it is; null: a service key */
  userId: z.string().nullable(),
  userName: z.string().nullable(),
  /** who created a service key, or decided to keep it; null: unknown, or a personal key */
  createdByName: z.string().nullable(),
  /** whoever created the service key lost the right to, and no owner has decided yet whether it stays */
  isDecisionDue: z.boolean(),
  createdDateUtc: Instant,
  /** null: it does not expire */
  expiresDateUtc: Instant.nullable(),
  /** to the minute; null: never used */
  lastUsedDateUtc: Instant.nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const MAX_DAYS = 365

export const ApiKeyInput = z.object({
  /** which program uses it, such as `Nightly export` */
  name: RequiredText(100),
  scope: z.enum(KEY_SCOPES).default('read'),
  /** null: it does not expire */
  expiresInDays: z.number().int().min(1).max(MAX_DAYS).nullable().default(90),
})
export type ApiKeyInput = z.input<typeof ApiKeyInput>

/** The key itself is answered once: only a hash of it is stored. */
export const CreatedApiKey = ApiKey.extend({ key: z.string() })
export type CreatedApiKey = z.infer<typeof CreatedApiKey>

/** Of entries that create a key. */
const creation = {
  proof: 'withSecondFactor',
  successStatus: 201,
  ignoresKey: 'a stored answer would hold the API key',
  sample: { body: { name: 'Nightly export', scope: 'read' } },
} as const

const ownChange = audited('security', { access: 'signedIn', keys: 'none' })
const accountChange = audited('security', { access: 'administration', keys: 'none' })

/** The caller's personal keys. Keys cannot manage keys. */
export const apiKeys = {
  list: endpoint('GET /api-keys', 'Personal API keys of the user, newest first', {
    access: 'signedIn',
    keys: 'none',
  }).output(z.array(ApiKey)),
  create: ownChange(
    'POST /api-keys',
    'Create a personal API key, which acts as the user',
    'Created a personal API key',
    creation,
  )
    .input(ApiKeyInput)
    .output(CreatedApiKey),
  revoke: ownChange('DELETE /api-keys/{id}', 'Revoke a personal API key of the user', 'Revoked a personal API key', {
    worksReadOnly: true,
  })
    .input(ById)
    .output(Nothing),
}

/** All keys of the account. */
export const accountKeys = {
  list: endpoint('GET /account/api-keys', 'Service keys and everyone’s personal API keys, newest first', {
    access: 'administration',
    keys: 'none',
  }).output(z.array(ApiKey)),
  create: accountChange(
    'POST /account/api-keys',
    'Create a service key, which acts for the account',
    'Created a service key',
    creation,
  )
    .input(ApiKeyInput)
    .output(CreatedApiKey),
  keep: endpoint(
    'POST /account/api-keys/{id}/keep',
    'Keep a service key whose creator lost the right to create one; the owner takes it over',
    {
      access: 'ownership',
      keys: 'none',
      worksReadOnly: true,
      proof: 'withSecondFactor',
      successStatus: 204,
      audit: { area: 'security', label: 'Kept a service key' },
    },
  )
    .input(ById)
    .output(Nothing),
  revoke: accountChange(
    'DELETE /account/api-keys/{id}',
    'Revoke any API key of the account',
    'Revoked an API key of the account',
    { worksReadOnly: true },
  )
    .input(ById)
    .output(Nothing),
}
