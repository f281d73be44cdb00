import { z } from 'zod'
import { type AppAuthorization, ConsentDenied } from '../kit/authorization.ts'
import type { Connection } from '../kit/connector.ts'
import { CredentialsRejected } from '../kit/platform-problems.ts'
import { readEnvelope } from '../kit/read-records.ts'

const textOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The tenant, and the operator's app where a user of the tenant consented to it, else the app that the user entered. */
export const resolveAccess = ({ app, grant, settings, secrets }: Connection) => {
  const tenant = textOrEmpty(settings.tenant)
  if (grant === null) return { appId: textOrEmpty(settings.appId), appSecret: secrets.appSecret ?? '', tenant }
  if (app === null) throw new CredentialsRejected('Commerce7 is no longer set up on this server')
  // The app reads every tenant that installed it, so only the one that was proven is read.
  if (grant.current().business !== tenant)
    throw new CredentialsRejected('The tenant was changed. Connect Commerce7 again.')
  return { appId: app.clientId, appSecret: app.clientSecret, tenant }
}

const AccountUser = z.object({ id: z.string().min(1), role: z.string().nullish() })

/** Other roles, such as those for the register, don't decide for the winery. */
const DECIDES = /^admin\b/i

/**
 * An app has one secret for all tenants, and an install names no account of Cuvee, so a tenant is proven by a person: Commerce7 opens the
 * app's link with a token of the signed-in user, and says whether that user belongs to the tenant
 * (https://developer.commerce7.com/docs/authenticate-app).
 */
export const commerce7Authorization: AppAuthorization = {
  by: 'app',
  asks: ['tenant'],
  replaces: ['appId', 'appSecret', 'webhookPassword'],
  instruction:
    'An administrator first installs Cuvee from the Commerce7 app store. When you select Continue, the Commerce7 order list opens: choose More Actions > Connect Cuvee.',
  namedBy: (query) => {
    const tenant = query.get('tenantId')
    return tenant === null ? null : { tenant }
  },
  consentUrl: ({ settings }) => `https://${textOrEmpty(settings.tenant)}.admin.platform.commerce7.com/order`,
  async exchange({ client, query, settings }) {
    const tenant = textOrEmpty(settings.tenant)
    const token = query.get('account')
    if (!token || query.get('tenantId') !== tenant) throw new ConsentDenied()
    const headers = { tenant, authorization: token }
    const user = readEnvelope(await client.json({ path: '/account/user', headers }), AccountUser, 'The Commerce7 user')
    if (!DECIDES.test(user.role ?? '')) throw new ConsentDenied()
    return { accessToken: '', refreshToken: null, expires: null, business: tenant }
  },
}
