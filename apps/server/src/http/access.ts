import type { EndpointMeta } from '#contract/endpoint.ts'
import { fail } from '#contract/errors.ts'
import type { AccountType } from '#domain/account-type.ts'
import { isPermitted } from '#domain/permission.ts'
import type { Caller } from './caller.ts'

/**
 * Decides on a call by the endpoint's access rule. 403 only for a missing role, 402 for the plan and the ended trial.
 *
 * @throws Failure `auth.forbidden`, `account.not_in_plan` or `account.trial_over`, in this order
 */
export const demandAccess = (caller: Caller, { access, accountTypes, effect }: EndpointMeta): void => {
  if (access !== 'public' && !isPermitted(caller.roles, access)) throw fail('auth.forbidden')
  if (accountTypes) demandPlan(caller, accountTypes)
  if (caller.trialOver && effect === 'change' && !worksAfterTrial(access)) throw fail('account.trial_over')
}

/**
 * What only some account types have.
 *
 * @throws Failure `account.not_in_plan`, which names the plan held and those needed
 */
export const demandPlan = (
  { accountType }: Pick<Caller, 'accountType'>,
  accountTypes: readonly AccountType[],
): void => {
  if (accountTypes.includes(accountType)) return
  throw fail('account.not_in_plan', { values: { accountType, plans: inWords.format(accountTypes) } })
}

const inWords = new Intl.ListFormat('en', { type: 'disjunction' })

/** Billing is how a trial that has ended becomes a plan. */
const worksAfterTrial = (access: EndpointMeta['access']): boolean => access === 'billing' || access === 'public'
