import { z } from 'zod'
import {
  buildPageUrl,
  type CallWithToken,
  ConsentDenied,
  type Grant,
  type KeyAuthorization,
  KeysNotSent,
  withGrant,
} from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { createWooApi } from './woocommerce-api.ts'

/** `WC_Auth::create_keys` in woocommerce/woocommerce; `user_id` is what the consent page was opened with. */
const Sent = z.object({
  user_id: z.string().min(1).max(200),
  consumer_key: z.string().regex(/^ck_\w{20,100}$/),
  consumer_secret: z.string().regex(/^cs_\w{20,100}$/),
})

/** Consumer key and consumer secret, as HTTP Basic authentication has them. */
const keyPair = (consumerKey: string, consumerSecret: string): string => `${consumerKey}:${consumerSecret}`

type Access = Pick<Connection, 'grant' | 'now' | 'secrets' | 'settings'>

const enteredKeys = ({ secrets, settings }: Access): string =>
  keyPair(String(settings.consumerKey ?? ''), secrets.consumerSecret ?? '')

/** Keys are of one store, and must not be sent to another. */
const isOfStore = ({ business }: Grant, { storeUrl }: Connection['settings']): boolean => business === storeUrl

/** The keys of each call: those that WooCommerce made when the user consented, or that the user entered. */
export const readConsumerKeys = (access: Access): CallWithToken => {
  const { grant, now, settings } = access
  if (grant === null) return (call) => call(enteredKeys(access))
  if (!isOfStore(grant.current(), settings))
    throw new CredentialsRejected('The store URL was changed. Connect WooCommerce again.')
  return withGrant(grant, { title: 'WooCommerce', now, app: null, leadMs: 0 })
}

/** The secret that signs webhooks is derived from this one. */
export const readConsumerSecret = (access: Access): string => {
  const keys = access.grant?.current().accessToken ?? enteredKeys(access)
  return keys.slice(keys.indexOf(':') + 1)
}

/** https://woocommerce.github.io/woocommerce-rest-api-docs/#rest-api-keys */
export const woocommerceAuthorization: KeyAuthorization = {
  by: 'keys',
  asks: ['storeUrl'],
  replaces: ['consumerKey', 'consumerSecret'],
  instruction:
    'Sign in to your store as an administrator or shop manager, and approve. WooCommerce then makes a key for Cuvee. It needs the permission Read/Write to report changes as they happen.',
  consentUrl({ baseUrl, redirectUri, callbackUrl, state }) {
    return buildPageUrl(baseUrl, 'wc-auth/v1/authorize', {
      app_name: 'Cuvee',
      scope: 'read_write',
      user_id: state,
      return_url: `${redirectUri}?state=${state}`,
      callback_url: callbackUrl,
    })
  },
  readKeys(body) {
    const { data } = Sent.safeParse(body)
    return data ? { state: data.user_id, keys: keyPair(data.consumer_key, data.consumer_secret) } : null
  },
  async accept({ client, keys, query, settings }) {
    if (query.get('success') !== '1') throw new ConsentDenied()
    if (keys === null) throw new KeysNotSent()
    const tryKeys = async (keysInUrl: boolean) => {
      const api = createWooApi({ client, keysInUrl, callWithKeys: (call) => call(keys) })
      await api.list('orders', { per_page: 1, _fields: 'id' }, 'orders')
      return { keysInUrl }
    }
    const grant: Grant = { accessToken: keys, refreshToken: null, expires: null, business: String(settings.storeUrl) }
    const keysInUrl = settings.keysInUrl === true
    try {
      return { grant, settings: await tryKeys(keysInUrl) }
    } catch (error) {
      // WooCommerce just made the keys, so some servers take them only in the other form.
      if (!(error instanceof CredentialsRejected)) throw error
      return { grant, settings: await tryKeys(!keysInUrl) }
    }
  },
}
