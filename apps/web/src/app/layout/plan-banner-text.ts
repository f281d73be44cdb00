import type { AccountStatus } from '#contract/account.ts'

interface PlanBannerText {
  readonly title: string
  readonly text: string
  readonly action: string
}

const READ_ONLY = 'You can view and export your data, but you can’t make changes.'
const CHOOSE = 'Choose a plan'
const CARD = 'Check your card'

/** The banner's message, or null when there is none. A trial is mentioned in its last `countdownDays`. */
export const planBannerText = (
  { planState, trialDaysLeft }: Pick<AccountStatus, 'planState' | 'trialDaysLeft'>,
  countdownDays: number,
): PlanBannerText | null => {
  switch (planState) {
    case 'trial':
      if (trialDaysLeft === null || trialDaysLeft > countdownDays) return null
      return {
        title: trialDaysLeft <= 1 ? 'Your trial ends within a day' : `Your trial ends in ${trialDaysLeft} days`,
        text: 'After that, you can view your data, but you can’t make changes until you choose a plan.',
        action: CHOOSE,
      }
    case 'trialOver':
      return { title: 'Your trial has ended', text: READ_ONLY, action: CHOOSE }
    case 'ended':
      return { title: 'Your plan has ended', text: READ_ONLY, action: CHOOSE }
    case 'paymentFailed':
      return {
        title: 'Your last payment didn’t go through',
        text: 'Everything keeps working for now.',
        action: CARD,
      }
    case 'paymentOverdue':
      return { title: 'Your plan is past due', text: READ_ONLY, action: CARD }
    case 'active':
      return null
  }
}
