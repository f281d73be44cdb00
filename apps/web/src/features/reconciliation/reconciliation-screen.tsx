import { ActionIcon, Button, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Account } from '#contract/account.ts'
import type { Service } from '#contract/services.ts'
import { useAccount } from '#web/app/account-data.ts'
import { BackLink, Heading } from '#web/app/heading.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useServiceType } from '#web/features/services/use-services.ts'
import { addMonths, currentMonth, isMonth, type Month, monthsBack } from './reconciliation.ts'
import { ReconciliationResult } from './reconciliation-result.tsx'
import { SourceTotals } from './source-totals.tsx'

/** Months in the list; the arrows go back further. */
const MONTHS_OFFERED = 48

interface MonthPickerProps {
  readonly month: Month
  /** the current month */
  readonly newest: Month
  readonly culture: string
  readonly isFetching: boolean
  readonly onChange: (month: Month) => void
  readonly onRefresh: () => void
}

/** Selects a month from a list or by arrows. */
const MonthPicker = ({ month, newest, culture, isFetching, onChange, onRefresh }: MonthPickerProps) => {
  const words = new Intl.DateTimeFormat(culture, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const offered = monthsBack(newest, MONTHS_OFFERED)
  const listed = offered.includes(month) ? offered : [...offered, month]
  return (
    <Group gap="xs">
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Previous month"
        onClick={() => onChange(addMonths(month, -1))}
      >
        <IconChevronLeft size={18} />
      </ActionIcon>
      <NativeSelect
        aria-label="Month"
        data={listed.map((value) => ({ value, label: words.format(Date.parse(`${value}-01T00:00:00Z`)) }))}
        value={month}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <ActionIcon
        variant="default"
        size={36}
        aria-label="Next month"
        disabled={month >= newest}
        onClick={() => onChange(addMonths(month, 1))}
      >
        <IconChevronRight size={18} />
      </ActionIcon>
      <Button
        variant="subtle"
        leftSection={<IconRefresh size={16} aria-hidden />}
        loading={isFetching}
        onClick={onRefresh}
      >
        Compare again
      </Button>
    </Group>
  )
}

/** The month in the URL, else the last complete one. */
const useMonth = (timeZone: string) => {
  const { month: asked }: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const newest = currentMonth(Date.now(), timeZone)
  const month = isMonth(asked) && asked <= newest ? asked : addMonths(newest, -1)
  return {
    month,
    newest,
    choose: (chosen: Month) => void navigate({ to: '.', search: { month: chosen }, replace: true }),
  }
}

/** Compares a month's totals with those of the platform. */
export const ReconciliationScreen = () => {
  const { serviceId = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const account = useAccount()
  const { data, error, refetch } = useQuery(queries.services.get.queryOptions({ input: { id: serviceId } }))
  return (
    <Stack maw="var(--cuvee-width-list)" mx="auto">
      <BackLink to={`/admin/services/${serviceId}`}>{data?.name ?? 'Back to the service'}</BackLink>
      <Heading title="Compare totals">
        One month of orders in Cuvee, compared with the totals from {data?.name ?? 'the platform'}.
      </Heading>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {data && account && <MonthComparison service={data} account={account} />}
      {account && <SourceTotals serviceId={serviceId} account={account} />}
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
