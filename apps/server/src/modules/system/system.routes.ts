import { fail } from '#contract/errors.ts'
import { SYSTEM_SETTING_KEYS } from '#contract/system.ts'
import { DEMO_SIGN_IN, type Env, hasDemo } from '#server/env.ts'
import { open, type RoutesOf, signedIn } from '#server/http/implement.ts'
import { readLastLoad } from '#server/modules/analytics/index.ts'
import packageJson from '../../../../../package.json' with { type: 'json' }

const PRODUCT_NAME = 'Cuvee'
const COMPANY_NAME = 'Cuvee Analytics'

/** Only with both settings: without its token, the tracker would reject every page view. */
const trackerOf = ({ TRACKER_URL: url, TRACKER_TOKEN: token }: Env) => (url && token ? { url, token } : null)

export const systemRoutes: RoutesOf<'system'> = {
  setting: signedIn.system.setting.handler(async ({ input: { key }, context: { deps, caller } }) => {
    if (!SYSTEM_SETTING_KEYS.some((known) => known === key)) throw fail('system.setting_not_found')
    return { key, value: await readLastLoad(deps, caller.accountId) }
  }),
  client: open.system.client.handler(({ context: { deps, call } }) => ({
    productName: PRODUCT_NAME,
    companyName: COMPANY_NAME,
    version: packageJson.version,
    docsUrl: deps.env.DOCS_URL,
    supportUrl: deps.env.SUPPORT_URL,
    tracker: trackerOf(deps.env),
    demo: hasDemo(deps.env) && call.isLocal ? DEMO_SIGN_IN : null,
  })),
}
