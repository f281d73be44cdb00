import { Anchor, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import type { Service } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useServiceType } from '#web/features/services/use-services.ts'
import { MonthPicker, useMonth } from './month-picker.tsx'
import { ReconciliationResult } from './reconciliation-result.tsx'

/** Compares a month's totals with those of the platform. */
export const ReconciliationScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const account = useAccount()
  const { data, error, refetch } = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  return (
    <Stack maw={960} mx="auto">
      <Anchor component={Link} to={`/admin/services/${serviceId}`} size="sm">
        {data?.name ?? 'Back to the service'}
      </Anchor>
      <Heading title="Reconciliation">
        One month of orders in Cuvee, compared with the totals from {data?.name ?? 'the platform'}.
      </Heading>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data && account && <MonthComparison service={data} account={account} />}
    </Stack>
  )
}

const MonthComparison = ({ service, account }: { service: Service; account: Account }) => {
  const { queries } = useRuntime()
  const { month, newest, choose } = useMonth(account.timeZone)
  const platform = useServiceType(service.type)?.title ?? service.name
  const query = useQuery(
    // The result stays cached until the user compares again.
    queries.services.reconciliation.queryOptions({ input: { id: service.id, month }, retry: false }),
  )
  const { data, error, isFetching, refetch } = query
  return (
    <>
      <MonthPicker
        {...{ month, newest, culture: account.culture, isFetching }}
        onChange={choose}
        onRefresh={() => refetch()}
      />
      {error && !isFetching && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && isFetching && <ComparisonLoading platform={platform} />}
      {data && <ReconciliationResult result={data} platform={platform} account={account} isOld={isFetching} />}
    </>
  )
}

const ComparisonLoading = ({ platform }: { platform: string }) => (
  <Stack gap="sm">
    <Text size="sm" c="dimmed" role="status">
      Getting orders from {platform}. This can take a minute.
    </Text>
    <Skeleton h={104} />
    <Skeleton h={160} />
  </Stack>
)
