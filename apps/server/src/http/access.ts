import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import { isPermitted } from '#domain/permission.ts'
import type { Caller } from './caller.ts'

/**
 * Decides on a call by the endpoint's access rule. 403 only for a missing role, 402 for the plan and the ended trial.
 *
 * @throws Failure `auth.forbidden`, `account.not_in_plan` or `account.trial_over`, in this order
 */
export const demandAccess = (caller: Caller, { access, accountTypes, effect }: EndpointMeta): void => {
  if (access !== 'public' && !isPermitted(caller.roles, access)) throw fail('auth.forbidden')
  if (accountTypes && !accountTypes.includes(caller.accountType)) {
    throw fail('account.not_in_plan', { values: { accountType: caller.accountType } })
  }
  if (caller.trialOver && effect === 'change' && !worksAfterTrial(access)) throw fail('account.trial_over')
}

/** Billing is how a trial that has ended becomes a plan. */
const worksAfterTrial = (access: EndpointMeta['access']): boolean => access === 'billing' || access === 'public'
