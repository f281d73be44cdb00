import { Badge, Button, Group, List, Paper, Stack, Text, Title } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Billing } from '#contract/billing.ts'
import { PLANS, type Plan } from '#domain/plan.ts'
import { COMMON_GROUPS, pagesAddedBy } from '#reports/navigation.ts'
import { useClientSettings } from '#web/app/account-data.ts'
import { Heading } from '#web/app/heading.tsx'
import classes from './billing.module.css'
import { findPlanPrice, formatPrice, isOwnPlan, lowestPlanWithPages, planAction } from './billing-rules.ts'
import { type Payment, useDisplayLocale } from './use-billing.ts'

interface PlanCardsProps {
  readonly billing: Billing
  readonly payment: Payment
}

/** All plans, each with what it adds to the previous one. */
export const PlanCards = ({ billing, payment }: PlanCardsProps) => (
  <Stack gap="sm" component="section" aria-label="Plans">
    <Heading order={2} title="Plans">
      Each plan includes everything in the one before it. You can change or cancel your plan at any time.
    </Heading>
    <div className={classes.plans}>
      {PLANS.map((plan, index) => (
        <PlanCard key={plan.type} plan={plan} before={PLANS[index - 1] ?? null} billing={billing} payment={payment} />
      ))}
    </div>
  </Stack>
)

interface PlanCardProps extends PlanCardsProps {
  readonly plan: Plan
  readonly before: Plan | null
}

const PlanCard = ({ plan, before, billing, payment }: PlanCardProps) => {
  const { type, description } = plan
  const isOwn = isOwnPlan(type, billing)
  return (
    <Paper
      withBorder
      p="md"
      component="article"
      aria-label={type}
      className={classes.plan}
      data-own={isOwn || undefined}
    >
      <Stack gap="xs" h="100%">
        <Group justify="space-between" gap="xs">
          <Title order={3} fz="md">
            {type}
          </Title>
          <PlanTag plan={plan} billing={billing} />
        </Group>
        <PlanPrice plan={plan} billing={billing} />
        <Text size="sm" c="dimmed">
          {description}
        </Text>
        <PlanAdds plan={plan} before={before} />
        <PlanButton plan={plan} billing={billing} payment={payment} />
      </Stack>
    </Paper>
  )
}

const PlanTag = ({ plan, billing }: Pick<PlanCardProps, 'plan' | 'billing'>) => {
  if (isOwnPlan(plan.type, billing)) return <PlanBadge>Your plan</PlanBadge>
  const isTried = plan.type === billing.plan && billing.state === 'trial'
  return isTried ? <PlanBadge>Your trial</PlanBadge> : null
}

const PlanBadge = ({ children }: { children: string }) => (
  <Badge variant="default" className={classes.state}>
    {children}
  </Badge>
)

const PlanPrice = ({ plan: { type, priceKey }, billing }: Pick<PlanCardProps, 'plan' | 'billing'>) => {
  const locale = useDisplayLocale()
  const price = findPlanPrice(type, billing)
  if (price) {
    return (
      <Text>
        <Text span fz="lg" fw={600} className="numbers">
          {formatPrice(price, locale)}
        </Text>{' '}
        <Text span size="sm" c="dimmed">
          per {price.interval}
        </Text>
      </Text>
    )
  }
  if (priceKey !== null) return null
  return (
    <Text fz="lg" fw={600}>
      Custom pricing
    </Text>
  )
}

const PlanAdds = ({ plan: { type }, before }: Pick<PlanCardProps, 'plan' | 'before'>) => {
  const pages = before === null ? COMMON_GROUPS : pagesAddedBy(type).map(({ title }) => title)
  if (pages.length === 0) return null
  return (
    <>
      {before && (
        <Text size="sm" fw={500} mt={4}>
          Everything in {before.type}, plus
        </Text>
      )}
      <List
        size="sm"
        spacing={4}
        aria-label={`What’s in ${type}`}
        icon={<IconCheck size={14} aria-hidden color="var(--cuvee-good)" />}
      >
        {pages.map((title) => (
          <List.Item key={title}>{title}</List.Item>
        ))}
      </List>
    </>
  )
}

const PlanButton = ({ plan: { type }, billing, payment }: Omit<PlanCardProps, 'before'>) => {
  const { supportUrl } = useClientSettings()
  const action = planAction(type, billing)
  switch (action.kind) {
    case 'choose':
      return (
        <Button
          mt="auto"
          fullWidth
          variant={type === lowestPlanWithPages(billing.plan) ? 'filled' : 'default'}
          loading={payment.chosen === action.plan}
          disabled={payment.isLeaving || billing.cardPayment !== 'ready'}
          onClick={() => payment.choose({ plan: action.plan })}
        >
          Choose {type}
        </Button>
      )
    case 'change':
      return (
        <Button
          mt="auto"
          fullWidth
          variant="default"
          disabled={payment.isLeaving || billing.cardPayment !== 'ready'}
          onClick={payment.manage}
        >
          Switch to {type}
        </Button>
      )
    case 'contact':
      return (
        <Button
          component="a"
          href={supportUrl}
          target="_blank"
          rel="noopener"
          mt="auto"
          fullWidth
          variant="default"
          aria-label={`Contact us about ${type}`}
        >
          Contact us
        </Button>
      )
    case 'current':
    case 'none':
      return null
  }
}
