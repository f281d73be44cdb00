import { open, type RoutesOf, signedIn } from '#server/http/implement.ts'
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

export const signOnRoutes: RoutesOf<'signOn'> = {
  start: open.signOn.start.handler(({ input: { email }, context: { deps, call } }) => startSignOn(deps, call, email)),
  finish: open.signOn.finish.handler(({ input: { query }, context: { deps, call } }) =>
    finishSignOn(deps, call, query),
  ),
  get: signOn.get.handler(({ context: { deps, caller } }) => readSignOn(deps, caller)),
  save: signOn.save.handler(async ({ input, context: { deps, caller, call } }) => {
    await saveSettings(deps, call, caller, input)
    const { clientSecret, ...settings } = input
    call.note({ ...settings, isSecretReplaced: clientSecret !== undefined })
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
