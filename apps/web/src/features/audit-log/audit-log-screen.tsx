import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { timeZoneName } from '#domain/ranges/time-zone.ts'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { formatCount } from '#web/app/format.ts'
import { BackLink, Heading } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { Pages } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { AuditFilters, type AuditSearch, useAuditSearch } from './audit-filters.tsx'
import { AuditTable } from './audit-table.tsx'

/** Who did what in the account, newest first. */
export const AuditLogScreen = () => {
  const account = useAccount()
  const culture = useCurrentUser()?.culture ?? account?.culture ?? 'en-US'
  const { search, show } = useAuditSearch()
  return (
    <FormatsProvider culture={culture} currency={account?.currency ?? 'USD'} timeZone={account?.timeZone ?? 'UTC'}>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <BackLink to="/admin/security">Security</BackLink>
        <Heading title="Audit log">
          Who did what in this account, newest first. Times are in{' '}
          {account ? timeZoneName(account.timeZone) : 'the account’s time zone'}.
        </Heading>
        <AuditFilters search={search} onShow={show} />
        <AuditPages search={search} onShow={show} />
      </Stack>
    </FormatsProvider>
  )
}

const PAGE_SIZE = 50

interface AuditPagesProps {
  readonly search: AuditSearch
  readonly onShow: (part: Partial<AuditSearch>) => void
}

const AuditPages = ({ search: { user, action, page }, onShow }: AuditPagesProps) => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    queries.account.audit.queryOptions({
      input: {
        page,
        pageSize: PAGE_SIZE,
        ...(user === null ? {} : { userId: user }),
        ...(action === null ? {} : { action }),
      },
      placeholderData: keepPreviousData,
    }),
  )
  if (!data && error) return <LoadFailure error={error} onRetry={() => refetch()} />
  if (!data) return <Skeleton h={320} />
  if (data.total === 0) return <EmptyLog isNarrowed={user !== null || action !== null} onShow={onShow} />
  return (
    <>
      <AuditTable entries={data.items} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed" role="status">
          {data.total === 1 ? '1 entry' : `${formatCount(data.total)} entries`}
        </Text>
        <Pages total={data.total} pageSize={PAGE_SIZE} page={page} onPage={(next) => onShow({ page: next })} />
      </Group>
    </>
  )
}

const EmptyLog = ({ isNarrowed: isFiltered, onShow }: { isNarrowed: boolean; onShow: AuditPagesProps['onShow'] }) => (
  <div className={`${listing.box} ${listing.empty}`} role="status">
    {isFiltered ? 'No entries match these filters.' : 'No activity yet.'}
    {isFiltered && (
      <Button variant="default" size="xs" onClick={() => onShow({ user: null, action: null })}>
        Clear filters
      </Button>
    )}
  </div>
)
