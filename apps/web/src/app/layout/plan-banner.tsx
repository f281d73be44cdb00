import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AccountStatus } from '#contract/account.ts'
import { TRIAL_COUNTDOWN_DAYS } from '#domain/plan.ts'
import { BILLING_ROLES, hasAnyRole } from '#domain/role.ts'
import { useAccountStatus } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { Notice, type NoticeTone } from '../notice.tsx'
import { usePage } from '../use-page.ts'

interface PlanBannerText {
  readonly title: string
  readonly text: string
  readonly action: string
}

const READ_ONLY =
  'You can view and export your data, and manage sign-in, users, and services. Other changes are turned off.'
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
        text: 'After that, you can view and export your data, but most changes are turned off until you choose a plan.',
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

/** Warns that the trial ends soon or that the account is read-only; not on the billing page, which shows it itself. */
export const PlanBanner = () => {
  const status = useAccountStatus()
  const user = useCurrentUser()
  const { path } = usePage()
  const message = status && planBannerText(status, TRIAL_COUNTDOWN_DAYS)
  if (!message || path === '/billing') return null
  const mayPay = user !== null && hasAnyRole(user.roles, BILLING_ROLES)
  return (
    <Notice
      tone={toneOf(status)}
      role="status"
      title={message.title}
      icon={<IconClockPause size={20} stroke={1.5} aria-hidden />}
      action={
        mayPay && (
          <Button component={Link} to="/billing" size="xs">
            {message.action}
          </Button>
        )
      }
    >
      {mayPay ? message.text : `${message.text} Ask an administrator.`}
    </Notice>
  )
}

const toneOf = ({ planState }: AccountStatus): NoticeTone => (planState === 'trial' ? 'plain' : 'warning')
