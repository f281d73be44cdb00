import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { assertFound, fail } from '#contract/errors.ts'
import { services } from '#contract/services.ts'
import { writeAudit } from '#server/audit/write-audit.ts'
import { type Db, inTransaction, unscoped } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.gen.ts'
import type { Deps } from '#server/deps.ts'
import type { CallInfo } from '#server/http/call.ts'
import type { NewCookie } from '#server/http/cookies.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import type { Keys } from '#server/keys.ts'
import { assertWithinLimit } from '#server/platform/rate-limit.ts'
import { openBox, sealBox } from '#server/platform/sealed-box.ts'
import { buildRedirectUri, requireConsentWay } from './consent-way.ts'

/** How long a user may stay on the platform's page. */
export const CONSENT_VALID_MS = 60 * 60_000

export type ConsentRow = Selectable<Schema['service_consents']>

export const hashOfState = (state: string): string => createHash('sha256').update(state).digest('hex')

/** Sealed for this consent, so that they open for no other. */
const ownerOf = ({ account_id: accountId, state_hash }: Pick<ConsentRow, 'account_id' | 'state_hash'>) => ({
  accountId,
  serviceId: `consent:${state_hash}`,
})

/** The keys that the platform sent; null: none, or the master key was lost meanwhile. */
export const decryptSentKeys = (keys: Keys, consent: ConsentRow): string | null => {
  if (consent.sent_keys === null) return null
  try {
    return openBox(keys, ownerOf(consent), consent.sent_keys)
  } catch {
    return null
  }
}

const COOKIE = 'cuvee_consent'

/** Binds a consent to the browser that starts it: what the platform sends back is known to whoever started it elsewhere. */
export const consentCookie = (state: string): NewCookie => ({
  name: COOKIE,
  value: state,
  seconds: CONSENT_VALID_MS / 1000,
  isSentFromOtherSites: true,
})

/** Somebody approved who did not start it, such as by a link that they were sent: the keys must not reach who did. */
const endConsent = async (db: Db, state: string): Promise<void> => {
  await unscoped(db).deleteFrom('service_consents').where('state_hash', '=', hashOfState(state)).execute()
}

/** Far more than keys take. */
const MAX_BYTES = 4096

const jsonOf = (body: unknown): unknown => {
  if (!Buffer.isBuffer(body)) return null
  if (body.length > MAX_BYTES) throw fail('request.too_large')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

interface Delivery {
  readonly type: string
  readonly body: unknown
  readonly call: Pick<CallInfo, 'ip' | 'requestId'>
}

/**
 * Stores the keys of a pending consent, once. They are tried when the user comes back. Errors: `service.no_consent`,
 * `service.keys_refused`, `request.too_large`, `request.too_many`.
 */
const receiveKeys = async (deps: Deps, { type, body, call }: Delivery): Promise<void> => {
  await assertWithinLimit(deps, 'platformKeys', call.ip)
  const { authorization } = requireConsentWay(deps, type)
  const sent = authorization.by === 'keys' ? authorization.readKeys(jsonOf(body)) : null
  if (sent === null) throw fail('service.keys_refused')
  const state_hash = hashOfState(sent.state)
  await inTransaction(deps.db, async (trx) => {
    const pending = unscoped(trx)
      .selectFrom('service_consents')
      .select(['account_id', 'user_id'])
      .where((eb) => eb.and({ state_hash, type }))
      .where('sent_keys', 'is', null)
      .where('created_at', '>', new Date(deps.clock.now() - CONSENT_VALID_MS))
    const consent = assertFound(await pending.forNoKeyUpdate().executeTakeFirst(), 'service.keys_refused')
    const { account_id: accountId, user_id: userId } = consent
    await trx
      .updateTable('service_consents')
      .set({ sent_keys: sealBox(deps.keys, ownerOf({ account_id: accountId, state_hash }), sent.keys) })
      .where((eb) => eb.and({ account_id: accountId, state_hash }))
      .execute()
    await writeAudit(deps, trx, call, { action: 'services.keys_received', accountId, userId, details: { type } })
  })
}

/** `POST /service/connect/{type}/keys`: takes any content type, because platforms name a character set, or none. */
export const keysRoute = openRawRoute(
  services.keys,
  async ({ input: { type }, request, reply, deps, call }) => {
    await receiveKeys(deps, { type, body: request.body, call })
    return reply.send()
  },
  { body: 'bytes' },
)

/** `GET /service/connect/{type}/return`: leads the browser that started to the page that finishes; any other ends the consent. */
export const keysSentRoute = openRawRoute(
  services.keysSent,
  async ({ input: { state, success = '' }, reply, deps, call }) => {
    if (call.cookie(COOKIE) !== state) await endConsent(deps.db, state)
    const query = new URLSearchParams({ state, success })
    return reply.redirect(`${buildRedirectUri(deps.publicUrl)}?${query}`)
  },
)
