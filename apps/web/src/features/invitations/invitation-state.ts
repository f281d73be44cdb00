import type { Invitation } from '#contract/invitations.ts'

type State = Invitation['state']

const WORDS = {
  pending: 'Pending',
  expired: 'Expired',
  accepted: 'Accepted',
  revoked: 'Revoked',
} as const satisfies Record<State, string>

export const stateWords = (state: State): string => WORDS[state]

/** Whether a new link can be mailed or the invitation taken back: also of one that has run out. */
export const isOpen = (state: State): boolean => state === 'pending' || state === 'expired'
