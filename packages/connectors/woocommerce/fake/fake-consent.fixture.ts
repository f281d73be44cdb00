import { createHash } from 'node:crypto'
import type { FakeAnswer, FakeCall } from '../../kit/fake-server.fixture.ts'

/** Sends a POST request as the store does; returns the status. */
type Deliver = (url: string, body: object) => Promise<number>

const PARAMETERS = ['app_name', 'user_id', 'return_url', 'callback_url', 'scope']

const post: Deliver = async (url, body) => {
  const headers = { 'content-type': 'application/json;charset=UTF-8' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })).status
}

const dies = (message: string): FakeAnswer => ({
  status: 401,
  headers: { 'content-type': 'text/html' },
  body: `<title>Access denied</title>Error: ${message}.`,
})

const redirect = (to: string, success: 0 | 1, userId: string): FakeAnswer => {
  const url = new URL(to)
  url.searchParams.set('success', String(success))
  url.searchParams.set('user_id', userId)
  return { status: 302, headers: { location: url.href }, body: '' }
}

// The store on this computer also takes a receiver here without TLS.
const isAccepted = (callbackUrl: string): boolean => /^(https:|http:\/\/127\.0\.0\.1:)/.test(callbackUrl)

const hex = (text: string): string => createHash('sha1').update(text).digest('hex')

/**
 * The page `/wc-auth/v1/authorize` of one signed-in shop manager, by `WC_Auth` in woocommerce/woocommerce: keys are made and sent
 * before the browser is redirected, and removed if the receiver’s status isn’t 200.
 */
export const createFakeConsent = () => {
  let made = 0
  const consent = {
    /** the manager denies; may be changed at any time */
    isDeclined: false,
    /** how keys are sent; default: over the network */
    deliver: post,
    /** an extension of the store keeps the request from going out, and reports success */
    swallowsKeys: false,
    /** the keys that exist, as consumer key and secret joined by a colon */
    keys: new Set<string>(),
    /** what was sent, by the store */
    sent: [] as object[],
    async answer({ query }: FakeCall): Promise<FakeAnswer> {
      const missing = PARAMETERS.find((name) => !query.get(name))
      if (missing) return dies(`Missing parameter ${missing}`)
      const [, userId = '', returnUrl = '', callbackUrl = '', scope = ''] = PARAMETERS.map(
        (name) => query.get(name) ?? '',
      )
      if (!['read', 'write', 'read_write'].includes(scope)) return dies(`Invalid scope ${scope}`)
      if (!isAccepted(callbackUrl)) return dies('The callback_url needs to be over SSL')
      if (consent.isDeclined) return redirect(returnUrl, 0, userId)
      made += 1
      const consumer_key = `ck_${hex(`key ${made}`)}`
      const consumer_secret = `cs_${hex(`secret ${made}`)}`
      const pair = `${consumer_key}:${consumer_secret}`
      const body = { key_id: made, user_id: userId, consumer_key, consumer_secret, key_permissions: scope }
      consent.keys.add(pair)
      consent.sent.push(body)
      if (consent.swallowsKeys || (await consent.deliver(callbackUrl, body)) === 200)
        return redirect(returnUrl, 1, userId)
      consent.keys.delete(pair)
      return dies('An error occurred in the request and at the time were unable to send the consumer data')
    },
  }
  return consent
}
