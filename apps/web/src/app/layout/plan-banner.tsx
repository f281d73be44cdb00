import { Box, Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AccountStatus } from '#contract/account.ts'
import { TRIAL_COUNTDOWN_DAYS } from '#domain/plan-state.ts'
import { BILLING_ROLES, hasAnyRole } from '#domain/role.ts'
import { useAccountStatus } from '../account-data.ts'
import { useCurrentUser } from '../current-user.ts'
import { Notice, type NoticeTone } from '../notice.tsx'
import { usePage } from '../use-page.ts'
import { planBannerText } from './plan-banner-text.ts'

/** Warns that the trial ends soon or that the account is read-only; not on the billing page, which shows it itself. */
export const PlanBanner = () => {
  const status = useAccountStatus()
  const user = useCurrentUser()
  const { path } = usePage()
  const message = status && planBannerText(status, TRIAL_COUNTDOWN_DAYS)
  if (!message || path === '/billing') return null
  const mayPay = user !== null && hasAnyRole(user.roles, BILLING_ROLES)
  return (
    <Box mb="md">
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
        {mayPay ? message.text : `${message.text} Ask an account admin.`}
      </Notice>
    </Box>
  )
}

const toneOf = ({ planState }: AccountStatus): NoticeTone => (planState === 'trial' ? 'plain' : 'warning')
