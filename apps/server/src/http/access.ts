import type { EndpointMeta } from '#contract/endpoint.ts'
import { type ErrorCode, fail } from '#contract/errors.ts'
import type { AccountType, PlanState } from '#domain/plan.ts'
import { isPermitted } from '#domain/role.ts'
import type { Caller } from './caller.ts'

/**
 * Decides on a call by the endpoint's access rule. 403 only for a missing role, 402 for the plan and the ended trial.
 *
 * @throws Failure `auth.forbidden`, `account.not_in_plan`, or why nothing can be changed, in this order
 */
export const assertAccess = (caller: Caller, { access, accountTypes, effect }: EndpointMeta): void => {
  if (access !== 'public' && !isPermitted(caller.roles, access)) throw fail('auth.forbidden')
  if (accountTypes) assertPlan(caller, accountTypes)
  const refusal = caller.isAccountDeleted ? 'account.is_deleted' : REFUSED_CHANGES[caller.planState]
  if (refusal && effect === 'change' && !worksAlways(access)) throw fail(refusal)
}

/** How a change is refused by the state of the plan. */
const REFUSED_CHANGES: Readonly<Partial<Record<PlanState, ErrorCode>>> = {
  trialOver: 'account.trial_over',
  paymentOverdue: 'account.payment_overdue',
  ended: 'account.plan_ended',
}

/**
 * What only some account types have.
 *
 * @throws Failure `account.not_in_plan`, which names the plan held and those needed
 */
export const assertPlan = (
  { accountType }: Pick<Caller, 'accountType'>,
  accountTypes: readonly AccountType[],
): void => {
  if (accountTypes.includes(accountType)) return
  throw fail('account.not_in_plan', { values: { accountType, plans: inWords.format(accountTypes) } })
}

const inWords = new Intl.ListFormat('en', { type: 'disjunction' })

/** Billing is how a trial that has ended becomes a plan; an account can be deleted, and that undone, at any time. */
const worksAlways = (access: EndpointMeta['access']): boolean =>
  access === 'billing' || access === 'ownership' || access === 'public'
