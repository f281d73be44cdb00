import { Anchor, Button } from '@mantine/core'
import { IconAlertCircle, IconClockPause, IconCreditCardOff, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Billing } from '#contract/billing.ts'
import { useClientSettings } from '#web/app/account-data.ts'
import { Notice, type NoticeTone } from '#web/app/notice.tsx'
import classes from './billing.module.css'
import { type DisplayLocale, formatDay } from './billing-rules.ts'
import { type Payment, useDisplayLocale } from './use-billing.ts'

interface BillingNoticesProps {
  readonly billing: Billing
  readonly payment: Payment
  /** the user returned from checkout without paying */
  readonly wasCanceled: boolean
  readonly onRetry: () => void
}

/** Notices at the top of the billing page. */
export const BillingNotices = ({ billing, payment, wasCanceled, onRetry }: BillingNoticesProps) => {
  const { cardPayment, hasSubscription } = billing
  return (
    <div className={classes.notices}>
      <StateNotice billing={billing} payment={payment} />
      {wasCanceled && !hasSubscription && (
        <Notice role="status" icon={<IconInfoCircle size={20} aria-hidden />} title="You weren’t charged">
          You left checkout before paying. You can choose a plan at any time.
        </Notice>
      )}
      {cardPayment === 'unavailable' && <UnavailableNotice onRetry={onRetry} />}
      {cardPayment === 'notSetUp' && <NotSetUpNotice />}
    </div>
  )
}

interface StateMessage {
  readonly tone: NoticeTone
  readonly title: string
  readonly text: string
}

const CARD_ADVICE = 'Check your card details.'

const stateMessage = ({ state, changesEndUtc }: Billing, locale: DisplayLocale): StateMessage | null => {
  const end = changesEndUtc === null ? 'soon' : formatDay(changesEndUtc, locale)
  switch (state) {
    case 'paymentFailed':
      return {
        tone: 'bad',
        title: 'Your last payment didn’t go through',
        text: `${CARD_ADVICE} Everything keeps working until ${end}. After that, you can’t make changes until you’ve paid.`,
      }
    case 'paymentOverdue':
      return {
        tone: 'bad',
        title: 'Your plan is past due',
        text: `${CARD_ADVICE} Since ${end}, you can view and export your data, but you can’t make changes.`,
      }
    case 'ended':
      return {
        tone: 'warning',
        title: `Your plan ended on ${end}`,
        text: 'You can still view and export your data. Choose a plan to make changes again.',
      }
    case 'trialOver':
      return {
        tone: 'warning',
        title: 'Your trial has ended',
        text: 'You can still view and export your data. Choose a plan to make changes again.',
      }
    case 'trial':
    case 'active':
      return null
  }
}

const StateNotice = ({ billing, payment }: Pick<BillingNoticesProps, 'billing' | 'payment'>) => {
  const message = stateMessage(billing, useDisplayLocale())
  if (!message) return null
  const isUnpaid = message.tone === 'bad'
  const Icon = isUnpaid ? IconCreditCardOff : IconClockPause
  const action: ReactNode = isUnpaid && billing.source === 'Stripe' && (
    <Button size="xs" loading={payment.isManaging} disabled={payment.isLeaving} onClick={payment.manage}>
      Update card
    </Button>
  )
  return (
    <Notice
      tone={message.tone}
      role="alert"
      title={message.title}
      icon={<Icon size={20} aria-hidden />}
      action={action}
    >
      {message.text}
    </Notice>
  )
}

const UnavailableNotice = ({ onRetry }: { onRetry: () => void }) => (
  <Notice
    tone="warning"
    role="status"
    icon={<IconAlertCircle size={20} aria-hidden />}
    title="Billing is temporarily unavailable"
    action={
      <Button size="xs" variant="default" onClick={onRetry}>
        Retry
      </Button>
    }
  >
    We can’t show prices and invoices right now. Your plan isn’t affected.
  </Notice>
)

const NotSetUpNotice = () => {
  const { supportUrl } = useClientSettings()
  return (
    <Notice icon={<IconInfoCircle size={20} aria-hidden />} title="Card payments aren’t set up">
      To get or change a plan,{' '}
      <Anchor href={supportUrl} target="_blank" rel="noopener" size="sm" underline="always">
        contact support
      </Anchor>
      .
    </Notice>
  )
}
