import { contract } from '#contract/contract.ts'
import { fail } from '#contract/errors.ts'
import { open, type RoutesOf, signedIn } from '#server/http/implement.ts'
import { openRawRoute } from '#server/http/raw-route.ts'
import { assertWithinLimit, clientNetwork } from '#server/platform/rate-limit.ts'
import { keepSamlResponse } from './attempt.ts'
import { buildRedirectUri } from './provider.ts'
import { samlMetadata } from './saml-client.ts'
import {
  addDomain,
  checkDomain,
  readSignOn,
  removeDomain,
  removeSettings,
  saveSettings,
  setPolicy,
  startTest,
} from './settings.usecases.ts'
import { finishSignOn, startSignOn } from './sign-on.usecases.ts'

const { signOn } = signedIn

const samlMetadataRoute = openRawRoute(contract.signOn.samlMetadata, async ({ deps, reply }) =>
  reply.type('application/samlmetadata+xml').send(samlMetadata(deps.publicUrl)),
)

/** Far above what providers send. */
const MAX_RESPONSE = 200_000
/** SAML allows no more. */
const MAX_STATE = 80

/** The page that it leads to says so if there is nothing to finish. */
const samlResponseRoute = openRawRoute(
  contract.signOn.samlResponse,
  async ({ request: { body }, reply, deps, call }) => {
    await assertWithinLimit(deps, 'samlResponse', clientNetwork(call.ip))
    const form = new URLSearchParams(Buffer.isBuffer(body) ? body.toString() : '')
    const [state, response] = [form.get('RelayState') ?? '', form.get('SAMLResponse') ?? '']
    if (response.length > MAX_RESPONSE || state.length > MAX_STATE) throw fail('request.too_large')
    if (response !== '') await keepSamlResponse(deps, { state, response })
    return reply.redirect(`${buildRedirectUri(deps.publicUrl)}?${new URLSearchParams({ state })}`, 303)
  },
  { body: 'bytes' },
)

export const signOnRoutes: RoutesOf<'signOn'> = {
  start: open.signOn.start.handler(({ input: { email }, context: { deps, call } }) => startSignOn(deps, call, email)),
  finish: open.signOn.finish.handler(({ input: { query }, context: { deps, call } }) =>
    finishSignOn(deps, call, query),
  ),
  samlMetadata: samlMetadataRoute,
  samlResponse: samlResponseRoute,
  get: signOn.get.handler(({ context: { deps, caller } }) => readSignOn(deps, caller)),
  save: signOn.save.handler(async ({ input, context: { deps, caller, call } }) => {
    await saveSettings(deps, call, caller, input)
    if (input.provider === 'saml') {
      const { metadata, ...settings } = input
      call.note({ ...settings, isMetadataReplaced: metadata !== undefined })
    } else {
      const { clientSecret, ...settings } = input
      call.note({ ...settings, isSecretReplaced: clientSecret !== undefined })
    }
  }),
  remove: signOn.remove.handler(({ context: { deps, caller } }) => removeSettings(deps, caller)),
  setPolicy: signOn.setPolicy.handler(async ({ input: { isRequired }, context: { deps, caller, call } }) => {
    await setPolicy(deps, caller, isRequired)
    call.note({ isRequired })
  }),
  test: signOn.test.handler(({ context: { deps, caller, call } }) => startTest(deps, call, caller)),
  addDomain: signOn.addDomain.handler(({ input: { domain }, context: { deps, caller, call } }) => {
    call.note({ domain })
    return addDomain(deps, caller, domain)
  }),
  checkDomain: signOn.checkDomain.handler(({ input: { domain }, context: { deps, caller } }) =>
    checkDomain(deps, caller, domain),
  ),
  removeDomain: signOn.removeDomain.handler(({ input: { domain }, context: { deps, caller } }) =>
    removeDomain(deps, caller, domain),
  ),
}
