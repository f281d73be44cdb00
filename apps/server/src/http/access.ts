import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type EndpointMeta, needsPersonalKey, scopeFor } from '#contract/endpoint.ts'
import { type ErrorCode, fail } from '#contract/errors.ts'
import type { AccountType, PlanState } from '#domain/plan.ts'
import type { ProofMethod } from '#domain/role.ts'
import { includesScope, isPermitted } from '#domain/role.ts'
import type { Deps } from '#server/deps.ts'
import { bearerToken } from './call.ts'
import type { Caller } from './caller.ts'
import { limitKeys } from './rate-limit-headers.ts'

/**
 * Decides on a call by the endpoint's access rule. 403 only for a missing role or what a key may not do, 402 for the plan and
 * the ended trial.
 *
 * @throws Failure `auth.key_…`, `auth.second_factor_setup`, `auth.forbidden`, `account.not_in_plan`, or the reason that the account is read-only, in this order
 */
export const assertAccess = (caller: Caller, endpoint: EndpointMeta): void => {
  const { access, accountTypes } = endpoint
  assertKeyMayCall(caller.apiKey, endpoint)
  if (caller.proof.isSetupDue && !endpoint.isSetup && access !== 'public') throw fail('auth.second_factor_setup')
  if (access !== 'public' && !isPermitted(caller.roles, access)) throw fail('auth.forbidden')
  if (accountTypes) assertPlan(caller, accountTypes)
  const refusal = readOnlyError(caller, endpoint)
  if (refusal) throw fail(refusal)
}

/** How long a proof of who the user is lasts. */
const PROOF_MS = 15 * 60_000

/**
 * Asks again who the user is before a protected change, see `proof` of the contract. Keys are never asked: nobody is there to answer.
 *
 * @throws Failure `auth.proof_needed`
 */
export const assertProved = ({ proof, apiKey }: Caller, needed: EndpointMeta['proof'], now: number): void => {
  if (needed === undefined || apiKey !== null) return
  if (needed === 'withSecondFactor' && !proof.hasSecondFactor) return
  if (proof.provedAt !== null && now - proof.provedAt.getTime() < PROOF_MS) return
  throw fail('auth.proof_needed', { extra: { methods: proofMethods(proof) } })
}

const proofMethods = ({ hasSecondFactor, isSignedOn }: Caller['proof']): readonly ProofMethod[] => {
  if (hasSecondFactor) return ['passkey', 'authenticator', 'recoveryCode']
  return isSignedOn ? ['signOn'] : ['password']
}

/** A key never has more rights than its scope, whatever the roles of its user. */
const assertKeyMayCall = (apiKey: Caller['apiKey'], endpoint: EndpointMeta): void => {
  if (apiKey === null || endpoint.access === 'public') return
  const wanted = scopeFor(endpoint)
  if (wanted === null) throw fail('auth.key_not_allowed')
  if (!includesScope(apiKey.scope, wanted)) throw fail('auth.key_scope', { values: { held: apiKey.scope, wanted } })
  if (apiKey.kind === 'service' && needsPersonalKey(endpoint)) throw fail('auth.key_not_personal')
}

/** Why the account's state forbids a change; null when it does not. */
const readOnlyError = (
  { isAccountDeleted, planState }: Caller,
  { access, effect, worksReadOnly = false }: EndpointMeta,
): ErrorCode | null => {
  if (effect === 'read' || isAlwaysAllowed(access)) return null
  if (isAccountDeleted) return 'account.is_deleted'
  return worksReadOnly ? null : (READ_ONLY_ERRORS[planState] ?? null)
}

/** The error that a change gets in each restricted plan state. */
const READ_ONLY_ERRORS: Readonly<Partial<Record<PlanState, ErrorCode>>> = {
  trialOver: 'account.trial_over',
  paymentOverdue: 'account.payment_overdue',
  ended: 'account.plan_ended',
}

/**
 * Asserts that the account type includes a feature.
 *
 * @throws Failure `account.not_in_plan`, which names the current plan and the plans that include it
 */
export const assertPlan = (
  { accountType }: Pick<Caller, 'accountType'>,
  accountTypes: readonly AccountType[],
): void => {
  if (accountTypes.includes(accountType)) return
  throw fail('account.not_in_plan', { values: { accountType, plans: orList.format(accountTypes) } })
}

const orList = new Intl.ListFormat('en', { type: 'disjunction' })

/** Billing turns an expired trial into a plan; an account can be deleted and restored at any time. */
const isAlwaysAllowed = (access: EndpointMeta['access']): boolean =>
  access === 'billing' || access === 'ownership' || access === 'public'

declare module 'fastify' {
  interface FastifyRequest {
    /** null on public calls and outside the API */
    caller: Caller | null
  }
  interface FastifyContextConfig {
    /** set on routes of the contract */
    endpoint?: EndpointMeta
  }
}

/** Authenticates the caller and applies the endpoint's access rule before any byte of the body is read. */
export const authenticateCalls = (app: FastifyInstance, deps: Deps): void => {
  const limitKey = limitKeys(app, deps)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint || endpoint.access === 'public') return
    request.caller = await deps.authenticate(tokenOf(request))
    limitKey(request)
    assertAccess(request.caller, endpoint)
    assertProved(request.caller, endpoint.proof, deps.clock.now())
  })
}

const tokenOf = (request: FastifyRequest): string => {
  const token = bearerToken(request.headers.authorization)
  if (!token) throw fail('auth.invalid_token')
  return token
}
