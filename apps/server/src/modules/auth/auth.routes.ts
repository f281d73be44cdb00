import { fail } from '#contract/errors.ts'
import { open, type RoutesOf, signedIn } from '#server/http/implement.ts'
import { requestEmailVerification, undoEmailChange, verifyEmail } from './email.usecases.ts'
import { requestPasswordReset, resetPassword } from './passwords.usecases.ts'
import { register } from './registration.usecases.ts'
import { completeSignIn, passkeySignInOptions } from './second-factor/sign-in-step.usecases.ts'
import { refreshSession, signIn, signOut } from './sessions.usecases.ts'

export const authRoutes: RoutesOf<'auth'> = {
  createAccount: open.auth.createAccount.handler(({ input, context: { deps, call } }) => register(deps, call, input)),
  token: open.auth.token.handler(({ input, context: { deps, call } }) => {
    if (input.grant_type === 'password') return signIn(deps, call, input.username, input.password)
    if (input.grant_type === 'refresh_token') return refreshSession(deps, call, input.refresh_token)
    if (input.grant_type === 'second_factor') return completeSignIn(deps, call, input)
    throw fail('unsupported_grant_type')
  }),
  passkeyOptions: open.auth.passkeyOptions.handler(({ context: { deps, call } }) => passkeySignInOptions(deps, call)),
  signOut: open.auth.signOut.handler(({ context: { deps, call } }) => signOut(deps, call)),
  requestPasswordReset: open.auth.requestPasswordReset.handler(({ input, context: { deps, call } }) =>
    requestPasswordReset(deps, call, input.email),
  ),
  resetPassword: open.auth.resetPassword.handler(({ input, context: { deps, call } }) =>
    resetPassword(deps, call, input),
  ),
  verifyEmail: open.auth.verifyEmail.handler(({ input, context: { deps, call } }) => verifyEmail(deps, call, input)),
  undoEmailChange: open.auth.undoEmailChange.handler(({ input, context: { deps, call } }) =>
    undoEmailChange(deps, call, input),
  ),
  requestEmailVerification: signedIn.auth.requestEmailVerification.handler(({ context: { deps, caller } }) =>
    requestEmailVerification(deps, caller),
  ),
}
