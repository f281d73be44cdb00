import { Anchor, Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCreditCard, IconExternalLink } from '@tabler/icons-react'
import type { Billing } from '#contract/billing.ts'
import { useClientSettings } from '#web/app/account-data.ts'
import { Facts } from '#web/app/facts.tsx'
import classes from './billing.module.css'
import { type DisplayLocale, formatAmount, formatDay, trialText } from './billing-rules.ts'
import { type Payment, useDisplayLocale } from './use-billing.ts'

interface CurrentPlanProps {
  readonly billing: Billing
  readonly payment: Payment
}

const STATE_LABELS: Readonly<Record<Billing['state'], string>> = {
  trial: 'Trial',
  trialOver: 'Trial ended',
  active: 'Active',
  paymentFailed: 'Payment failed',
  paymentOverdue: 'Past due',
  ended: 'Ended',
}

const STATE_TONES: Readonly<Record<Billing['state'], string>> = {
  trial: 'plain',
  trialOver: 'warning',
  active: 'good',
  paymentFailed: 'bad',
  paymentOverdue: 'bad',
  ended: 'warning',
}

const PAID_BY: Readonly<Record<Billing['source'], string>> = {
  Stripe: 'Card',
  Direct: 'Invoice',
  Microsoft: 'Microsoft Marketplace',
}

/** The current plan, and upcoming dates. */
export const CurrentPlan = ({ billing, payment }: CurrentPlanProps) => (
  <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-label="Current plan">
    <Group justify="space-between" align="flex-start">
      <Stack gap="md" flex="1 1 320px" miw={0}>
        <Group gap="sm">
          <Title order={2} fz="lg">
            {billing.plan}
          </Title>
          <Badge variant="default" className={classes.state} data-tone={STATE_TONES[billing.state]}>
            {STATE_LABELS[billing.state]}
          </Badge>
        </Group>
        <PlanFacts billing={billing} />
        <ExternalBilling billing={billing} />
      </Stack>
      <ManageButton billing={billing} payment={payment} />
    </Group>
  </Paper>
)

const planFacts = (billing: Billing, locale: DisplayLocale): [name: string, value: string][] => {
  const { source, hasSubscription, trialDaysLeft, trialEndsUtc, nextInvoice, cancelsUtc, changesEndUtc, state } =
    billing
  const trialEnd = trialEndsUtc && formatDay(trialEndsUtc, locale)
  const isTrial = state === 'trial' && trialDaysLeft !== null && trialEnd !== null
  const facts: [string, string | null][] = [
    ['Payment method', source === 'Stripe' && !hasSubscription ? null : PAID_BY[source]],
    [
      state === 'trialOver' ? 'Trial ended' : 'Trial ends',
      isTrial ? `${trialText(trialDaysLeft)}, on ${trialEnd}` : trialEnd,
    ],
    [
      'Next invoice',
      nextInvoice && `${formatAmount(nextInvoice, locale)} on ${formatDay(nextInvoice.dateUtc, locale)}`,
    ],
    ['Canceled, active until', cancelsUtc && formatDay(cancelsUtc, locale)],
    ['Read-only after', state === 'paymentFailed' && changesEndUtc ? formatDay(changesEndUtc, locale) : null],
  ]
  return facts.flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
}

const PlanFacts = ({ billing }: { billing: Billing }) => {
  const facts = planFacts(billing, useDisplayLocale())
  return facts.length === 0 ? null : <Facts facts={facts} />
}

/** Who bills the account if it is not paid by card, and how to make changes. */
const ExternalBilling = ({ billing: { source, marketplace } }: { billing: Billing }) => {
  const { supportUrl } = useClientSettings()
  if (source === 'Stripe') return null
  if (source === 'Direct') {
    return (
      <Text size="sm" maw={560}>
        You pay by invoice, so there’s no card on file.{' '}
        <Anchor href={supportUrl} target="_blank" rel="noopener" size="sm" underline="always">
          Contact us
        </Anchor>{' '}
        to change your plan or ask about an invoice.
      </Text>
    )
  }
  return (
    <Text size="sm" maw={560}>
      You bought your plan in Microsoft Marketplace and manage it there
      {marketplace && ` (subscription ${marketplace.subscriptionId})`}. Microsoft sends your invoices.
    </Text>
  )
}

const ManageButton = ({ billing, payment }: CurrentPlanProps) => {
  const { source, hasSubscription, invoices, marketplace } = billing
  if (source === 'Microsoft' && marketplace) {
    return (
      <Button
        component="a"
        href={marketplace.manageUrl}
        target="_blank"
        rel="noopener"
        variant="default"
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        Manage on Microsoft
      </Button>
    )
  }
  if (source !== 'Stripe' || (!hasSubscription && invoices.length === 0)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconCreditCard size={16} aria-hidden />}
      loading={payment.isManaging}
      disabled={payment.isLeaving}
      onClick={payment.manage}
    >
      Manage payment
    </Button>
  )
}
