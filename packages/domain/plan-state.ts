/**
 * How an account stands with its plan: `paymentFailed` still may change things for a while, `paymentOverdue` and `ended` only
 * read, as after a trial.
 */
export const PLAN_STATES = ['trial', 'trialOver', 'active', 'paymentFailed', 'paymentOverdue', 'ended'] as const
export type PlanState = (typeof PLAN_STATES)[number]

/** Why changes end. */
export const READ_ONLY_REASONS = ['payment', 'ended'] as const
export type ReadOnlyReason = (typeof READ_ONLY_REASONS)[number]

/** Days after a failed payment in which everything works as before. */
export const PAYMENT_GRACE_DAYS = 14

/** Days of a trial's end from which it is spoken of. */
export const TRIAL_COUNTDOWN_DAYS = 7

export interface PlanFacts {
  readonly isTrial: boolean
  /** null: a trial without an end */
  readonly trialExpiresAt: Date | null
  readonly readOnlyFrom: Date | null
  readonly readOnlyReason: ReadOnlyReason | null
}

/** The moment from which nothing can be changed; null while there is none. */
export const changesEndAt = ({
  isTrial,
  trialExpiresAt,
  readOnlyFrom,
}: Omit<PlanFacts, 'readOnlyReason'>): Date | null => (isTrial ? trialExpiresAt : readOnlyFrom)

/** Whether only reads and billing work at `now`, epoch milliseconds. */
export const isReadOnly = (facts: Omit<PlanFacts, 'readOnlyReason'>, now: number): boolean => {
  const end = changesEndAt(facts)
  return end !== null && end.getTime() <= now
}

/** @param now epoch milliseconds */
export const planState = (facts: PlanFacts, now: number): PlanState => {
  const isOver = isReadOnly(facts, now)
  if (facts.isTrial) return isOver ? 'trialOver' : 'trial'
  if (facts.readOnlyReason === 'payment') return isOver ? 'paymentOverdue' : 'paymentFailed'
  return isOver ? 'ended' : 'active'
}
