import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { CheckoutResult } from '#contract/billing.ts'
import { BILLING_ROLES, hasAnyRole } from '#domain/role.ts'
import { errorStatus, firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { FormFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuthPanel, TextLink } from '../auth/auth-panel.tsx'
import { isPaymentId, POLLING, shouldPoll } from './billing-rules.ts'
import { useReloadAccount } from './use-billing.ts'

/** The return page of the payment provider. The URL is not trusted: the API confirms the result. */
export const PaymentReturnScreen = () => {
  const user = useCurrentUser()
  const { session_id: sessionId } = useSearch({ strict: false })
  if (!user) return <SignedOut />
  if (!hasAnyRole(user.roles, BILLING_ROLES)) return <NoAccess />
  return isPaymentId(sessionId) ? <PaymentResult sessionId={sessionId} /> : <NoPayment />
}

const usePaymentResult = (sessionId: string) => {
  const { queries } = useRuntime()
  const answers = useRef(0)
  const query = useQuery(
    queries.billing.confirm.queryOptions({
      input: { sessionId },
      gcTime: 0,
      refetchInterval: ({ state }) => {
        answers.current = state.dataUpdateCount
        return shouldPoll(state.data, state.dataUpdateCount) ? POLLING.everyMs : false
      },
    }),
  )
  return { ...query, isPolling: query.isFetching || shouldPoll(query.data, answers.current) }
}

const PaymentResult = ({ sessionId }: { sessionId: string }) => {
  const { data, error, isPolling: isLooking, refetch } = usePaymentResult(sessionId)
  const reload = useReloadAccount()
  const isPaid = data?.result === 'paid'
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is paid
  useEffect(() => {
    if (isPaid) reload()
  }, [isPaid])
  if (error && errorStatus(error) === 404) return <NoPayment />
  if (error && !isLooking) return <CheckFailed error={error} onRetry={() => refetch()} />
  if (!data || (isLooking && !isPaid)) return <Checking />
  return <Outcome {...data} />
}

const Checking = () => (
  <AuthPanel title="Checking your payment">
    <Group gap="sm" role="status" wrap="nowrap">
      <Loader size="sm" aria-hidden />
      <Text size="sm">We’re confirming with our payment provider. This takes a few seconds.</Text>
    </Group>
  </AuthPanel>
)

const Outcome = ({ result, plan }: CheckoutResult) => {
  if (result === 'paid') {
    return (
      <AuthPanel title={`Welcome to ${plan}`} text="Thanks! Your payment went through.">
        <Text size="sm" role="status">
          Everything in the {plan} plan is now available. You’ll find the invoice in Billing.
        </Text>
        <Group>
          <Button component={Link} to="/">
            Go to dashboard
          </Button>
          <Button component={Link} to="/billing" variant="default">
            Go to Billing
          </Button>
        </Group>
      </AuthPanel>
    )
  }
  if (result === 'pending') {
    return (
      <AuthPanel title="Your payment is processing">
        <Text size="sm" role="status">
          Your bank hasn’t confirmed it yet. Your plan starts automatically when it does. You don’t need to pay again.
        </Text>
        <BillingLink />
      </AuthPanel>
    )
  }
  return (
    <AuthPanel title="You weren’t charged">
      <Text size="sm" role="status">
        You didn’t complete the payment, so your plan hasn’t changed.
      </Text>
      <BillingLink />
    </AuthPanel>
  )
}

const NoPayment = () => (
  <AuthPanel title="Payment not found">
    <Text size="sm" role="status">
      Opening this page didn’t change anything. Your plan and invoices are in Billing.
    </Text>
    <BillingLink />
  </AuthPanel>
)

const CheckFailed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <AuthPanel title="We couldn’t check your payment">
    <FormFailure message={firstMessage(error, 'Check your connection.')} />
    <Text size="sm">If you paid, your plan starts automatically. You don’t need to pay again.</Text>
    <Group>
      <Button onClick={onRetry}>Retry</Button>
      <Button component={Link} to="/billing" variant="default">
        Go to Billing
      </Button>
    </Group>
  </AuthPanel>
)

/** The result belongs to an account: the API answers nobody else. */
const SignedOut = () => (
  <AuthPanel
    title="Sign in to see your payment"
    links={
      <TextLink to="/sign-in" search={{ redirect: `${location.pathname}${location.search}` }}>
        Sign in
      </TextLink>
    }
  >
    <Text size="sm" role="status">
      If you paid, your plan starts automatically. You don’t need to pay again.
    </Text>
  </AuthPanel>
)

const NoAccess = () => (
  <AuthPanel title="You don’t have access to billing">
    <Text size="sm">Only account owners, account admins, and billing admins can see payments.</Text>
    <Stack align="flex-start">
      <Button component={Link} to="/">
        Go to dashboard
      </Button>
    </Stack>
  </AuthPanel>
)

const BillingLink = () => (
  <Stack align="flex-start">
    <Button component={Link} to="/billing">
      Go to Billing
    </Button>
  </Stack>
)
