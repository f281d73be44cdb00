import { Skeleton, Stack } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { BillingNotices } from './billing-notices.tsx'
import { CurrentPlan } from './current-plan.tsx'
import { InvoiceTable } from './invoice-table.tsx'
import { PlanCards } from './plan-cards.tsx'
import { useBilling, usePayment } from './use-billing.ts'

/** The account's plan, payment method, other plans, and invoices. */
export const BillingScreen = () => {
  const { data, error, isPending, refetch } = useBilling()
  const payment = usePayment()
  const { checkout } = useSearch({ strict: false })
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto" gap="lg">
      <Heading title="Billing">Your plan, payment method, and invoices.</Heading>
      {isPending && <BillingSkeleton />}
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data && (
        <>
          <BillingNotices
            billing={data}
            payment={payment}
            wasCanceled={checkout === 'cancelled'}
            onRetry={() => refetch()}
          />
          <CurrentPlan billing={data} payment={payment} />
          <PlanCards billing={data} payment={payment} />
          <InvoiceTable billing={data} />
        </>
      )}
    </Stack>
  )
}

const BillingSkeleton = () => (
  <Stack aria-busy="true" aria-label="Loading">
    <Skeleton h={120} />
    <Skeleton h={280} />
  </Stack>
)
