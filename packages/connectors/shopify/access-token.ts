import { z } from 'zod'
import type { Connection } from '../kit/connector.ts'
import { CredentialsRejected, RequestRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

/** Renewed that long before its end, milliseconds. */
const MARGIN_MS = 10 * 60_000

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive().nullish() })

const REFUSED =
  'Shopify doesn’t accept this client ID and secret for this shop. Check both, and that the app is installed in the shop and belongs to the same organization.'

type Credentials = Pick<Connection, 'client' | 'settings' | 'secrets' | 'now'>

/** Asks for a token with these fields of a form. */
export const requestToken = (
  client: Connection['client'],
  fields: Readonly<Record<string, string>>,
): Promise<unknown> =>
  client.json({
    method: 'POST',
    path: 'admin/oauth/access_token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const grantToken = async ({ client }: Credentials, clientId: string, clientSecret: string) => {
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
  try {
    const answer = await requestToken(client, fields)
    return readEnvelope(answer, Granted, 'The access token')
  } catch (error) {
    throw error instanceof RequestRejected ? new CredentialsRejected(REFUSED) : error
  }
}

/**
 * The token of each call. An app of the Dev Dashboard exchanges its client ID and secret for one that is valid for a day; an app
 * that was made in the shop's settings has one that does not expire.
 */
export const createAccessToken = (credentials: Credentials): (() => Promise<string>) => {
  const { settings, secrets, now } = credentials
  const clientId = String(settings.clientId ?? '')
  const { clientSecret = '', accessToken = '' } = secrets
  let current: { readonly token: Promise<string>; until: number } | null = null

  const renewed = (): Promise<string> => {
    const next = { token: Promise.resolve(''), until: Number.POSITIVE_INFINITY }
    next.token = grantToken(credentials, clientId, clientSecret).then(
      ({ access_token, expires_in }) => {
        if (expires_in) next.until = now() + Math.max(expires_in * 1000 - MARGIN_MS, 0)
        return access_token
      },
      (error: unknown) => {
        current = null
        throw error
      },
    )
    current = next
    return next.token
  }

  return async () => {
    if (clientId !== '' && clientSecret !== '')
      return current !== null && now() < current.until ? current.token : renewed()
    if (accessToken !== '') return accessToken
    throw new CredentialsRejected('Enter the client ID and the client secret of your app in Shopify')
  }
}
