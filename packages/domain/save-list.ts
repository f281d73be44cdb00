/** What somebody did to keep a member. A note alone is no contact. */
export const SAVE_ACTIONS = ['called', 'leftMessage', 'offered', 'note'] as const
export type SaveAction = (typeof SAVE_ACTIONS)[number]

/** What the member answered. */
export const SAVE_ANSWERS = ['stays', 'undecided', 'leaves'] as const
export type SaveAnswer = (typeof SAVE_ANSWERS)[number]

/** Shares of members that an account can leave out at random, in percent; 0: none. */
export const HOLDOUT_PERCENTS = [0, 10, 20, 30, 50] as const
export type HoldoutPercent = (typeof HOLDOUT_PERCENTS)[number]
