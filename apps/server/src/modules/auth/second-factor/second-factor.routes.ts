import { type RoutesOf, signedIn } from '#server/http/implement.ts'
import {
  addPasskey,
  confirmAuthenticator,
  newPasskeyOptions,
  readFactors,
  removeAuthenticator,
  removePasskey,
  renewRecoveryCodes,
  startAuthenticator,
} from './enrollment.usecases.ts'
import { setPolicy } from './policy.usecases.ts'
import { prove, proveOptions } from './prove.usecases.ts'

const { secondFactor } = signedIn

/** The caller's second factors, and the account's policy. */
export const secondFactorRoutes: Omit<RoutesOf<'secondFactor'>, 'reset'> = {
  get: secondFactor.get.handler(({ context: { deps, caller } }) => readFactors(deps, caller)),
  startAuthenticator: secondFactor.startAuthenticator.handler(({ context: { deps, caller } }) =>
    startAuthenticator(deps, caller),
  ),
  confirmAuthenticator: secondFactor.confirmAuthenticator.handler(({ input: { code }, context: { deps, caller } }) =>
    confirmAuthenticator(deps, caller, code),
  ),
  removeAuthenticator: secondFactor.removeAuthenticator.handler(({ context: { deps, caller } }) =>
    removeAuthenticator(deps, caller),
  ),
  passkeyOptions: secondFactor.passkeyOptions.handler(({ context: { deps, caller } }) =>
    newPasskeyOptions(deps, caller),
  ),
  addPasskey: secondFactor.addPasskey.handler(({ input, context: { deps, caller, call } }) => {
    call.note({ name: input.name })
    return addPasskey(deps, caller, input)
  }),
  removePasskey: secondFactor.removePasskey.handler(({ input: { id }, context: { deps, caller } }) =>
    removePasskey(deps, caller, id),
  ),
  renewRecoveryCodes: secondFactor.renewRecoveryCodes.handler(({ context: { deps, caller } }) =>
    renewRecoveryCodes(deps, caller),
  ),
  proveOptions: secondFactor.proveOptions.handler(({ context: { deps, caller } }) => proveOptions(deps, caller)),
  prove: secondFactor.prove.handler(({ input, context: { deps, caller, call } }) => prove(deps, call, caller, input)),
  setPolicy: secondFactor.setPolicy.handler(async ({ input: { isRequired }, context: { deps, caller, call } }) => {
    await setPolicy(deps, caller, isRequired)
    call.note({ isRequired })
  }),
}
