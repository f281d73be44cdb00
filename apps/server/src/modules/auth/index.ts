export { CALLER_COLUMNS, type CallerRow, toCallerState } from './authenticate.ts'
export { createCallerRows } from './caller-rows.ts'
export { isOtherEmail, releaseUnverifiedEmail, requestEmailChange } from './email.usecases.ts'
export { emailLink, firstPasswordLink, TOKEN_BYTES } from './emailed-links.ts'
export { findPendingEmail, hashToken } from './one-time-tokens.repo.ts'
export { hashNewPassword } from './passwords.ts'
export { changePassword, verifyCurrentPassword } from './passwords.usecases.ts'
export { createAccountWithoutSession, signInRegistered } from './registration.usecases.ts'
export { renewAuthenticatorSecrets } from './second-factor/enrollment.usecases.ts'
export { deleteFactors } from './second-factor/second-factor.repo.ts'
export { secondFactorNeeded } from './second-factor/sign-in-step.usecases.ts'
export {
  type ActiveSession,
  deleteOtherSessions,
  deleteUserSession,
  deleteUserSessions,
  listActiveSessions,
  markSignedOn,
} from './sessions.repo.ts'
export { deletePasswordSessions, isSignOnRequired, SIGN_ON_REQUIRED } from './sign-on-policy.ts'
export { createSession } from './start-session.ts'
