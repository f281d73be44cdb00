import { Button, Group, List, Stack, Title } from '@mantine/core'
import { IconFilter, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Account } from '#contract/account.ts'
import type { Segment } from '#contract/segments.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { ReportChart } from '#ui/report-chart.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { askToConfirm } from '#web/app/dialog.tsx'
import { Facts } from '#web/app/facts.tsx'
import { BackLink } from '#web/app/heading.tsx'
import { Notice, QueryContent } from '#web/app/notice.tsx'
import { LockedItem, PlanLockLabel, usePlanLock } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { RemoveItem } from '#web/app/remove-item.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { MoreMenu } from '#web/app/toolbar.tsx'
import { useChange } from '#web/app/use-change.ts'
import { Section } from '../insights/detail/exact-number.tsx'
import { useExplain } from '../number-lineage/lineage-host.tsx'
import { type ReportTypeInfo, useReportCatalog } from '../reports/query/report-subject.ts'
import subject from '../subjects/subject.module.css'
import { SubjectFigures } from '../subjects/subject-figures.tsx'
import { SubjectLists } from '../subjects/subject-lists.tsx'
import { describeConditions } from './segment-conditions.ts'
import { SegmentDialog } from './segment-dialog.tsx'
import { editedList, segmentSearch, segmentSections } from './segment-reports.ts'
import { SegmentSend } from './segment-send.tsx'
import { PENDING_MS, signed } from './segments-screen.tsx'
import { useRefreshSegments } from './use-refresh-segments.ts'

/** A segment: what it says, its size, who entered and left, and what its customers bring. */
export const SegmentScreen = () => {
  const { id = '' } = useParams({ strict: false })
  const { queries } = useRuntime()
  const account = useAccount()
  const catalog = useReportCatalog()
  const segment = useQuery(
    queries.segments.get.queryOptions({
      input: { id },
      retry: false,
      refetchInterval: ({ state }) => (state.data?.startedOn === null ? PENDING_MS : false),
    }),
  )
  if (account === null) return null
  return (
    <ReaderFormats account={account}>
      <QueryContent query={segment} height={320} missing={NOT_FOUND}>
        {(loaded) => (
          <QueryContent query={catalog} height={320}>
            {({ reportTypes }) => <Loaded key={id} segment={loaded} {...{ account, reportTypes }} />}
          </QueryContent>
        )}
      </QueryContent>
    </ReaderFormats>
  )
}

const NOT_FOUND = <Notice title="This segment wasn’t found">It may have been deleted, or the link may be wrong.</Notice>

interface LoadedProps {
  readonly segment: Segment
  readonly account: Account
  readonly reportTypes: readonly ReportTypeInfo[]
}

const Loaded = ({ segment, account, reportTypes }: LoadedProps) => {
  const { numbers, trend, lists } = useMemo(() => segmentSections(segment), [segment])
  const shared = { account, reportTypes, onExplain: useExplain() }
  return (
    <Stack gap={16} miw={0}>
      <BackLink to="/segments">Segments</BackLink>
      <SegmentHead {...{ segment, reportTypes }} />
      {segment.problem === null ? null : (
        <Notice tone="warning" title="This segment is no longer updated">
          Its conditions can’t be answered anymore: {segment.problem} Edit its conditions to update it again.
        </Notice>
      )}
      {segment.startedOn === null ? (
        <Notice title="Finding the customers">This takes a few seconds, or longer while a service is syncing.</Notice>
      ) : (
        <>
          <SegmentSize {...{ segment, account }} />
          <Title order={2}>What they bring</Title>
          <SubjectFigures {...{ numbers, trend }} {...shared} />
          <SegmentSend segment={segment} />
          <SubjectLists lists={segment.days.length > 1 ? lists : lists.slice(0, 1)} {...shared} />
        </>
      )}
    </Stack>
  )
}

const SegmentHead = ({ segment, reportTypes }: Omit<LoadedProps, 'account'>) => {
  const formats = useFormats()
  const words = describeConditions(segment.definition, reportTypes, formats)
  const type = reportTypes.find(({ reportType }) => reportType === segment.definition.reportType)
  const maySave = useIsPermitted('sharing')
  return (
    <header className={subject.head}>
      <Group justify="space-between" align="flex-start">
        <div>
          <p className={subject.kind}>Segment of {type?.title.toLowerCase() ?? 'customers'}</p>
          <Title order={1}>{segment.name}</Title>
        </div>
        {maySave ? <SegmentActions segment={segment} /> : null}
      </Group>
      {words.length === 0 ? (
        <p className={subject.note}>All of them</p>
      ) : (
        <List size="sm" aria-label="Conditions">
          {words.map((text) => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      {segment.conditionsChangedOn === null ? null : (
        <p className={subject.note}>
          Its conditions were changed on {formats.day(segment.conditionsChangedOn, 'full')}. Customers who entered or
          left that day may have done so because of the change.
        </p>
      )}
    </header>
  )
}

const SegmentActions = ({ segment }: { readonly segment: Segment }) => {
  const navigate = useNavigate()
  const isLocked = usePlanLock() !== null
  const [isRenaming, setRenaming] = useState(false)
  const { api } = useRuntime()
  const refresh = useRefreshSegments()
  const remove = useChange(({ id }: Segment) => api.segments.remove({ id }), {
    refresh: async () => {
      await navigate({ to: '/segments' })
      await refresh()
    },
    done: (_, { name }) => `${name} deleted`,
  })
  const askToDelete = (): void =>
    askToConfirm({
      title: `Delete ${segment.name}?`,
      text: 'Its history is permanently deleted, and reports that filter by it stop working.',
      confirm: 'Delete segment',
      onConfirm: () => remove.mutate(segment),
    })
  return (
    <Group gap={8} wrap="nowrap">
      <Button
        variant="default"
        leftSection={<IconFilter size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/reports/my/new" search={segmentSearch(editedList(segment))} />}
      >
        Edit conditions
      </Button>
      <MoreMenu subject="segment">
        <PlanLockLabel />
        <LockedItem leftSection={<IconPencil size={16} />} onClick={() => setRenaming(true)}>
          Rename…
        </LockedItem>
        <RemoveItem disabled={isLocked} onClick={askToDelete}>
          Delete…
        </RemoveItem>
      </MoreMenu>
      {isRenaming ? (
        <SegmentDialog definition={segment.definition} renamed={segment} onClose={() => setRenaming(false)} />
      ) : null}
    </Group>
  )
}

const MONTH = 30
const CHART_HEIGHT = 200
const COLUMNS = [
  { columnId: 'day', displayName: 'Day', kind: 'dimension', format: 'date', additive: false },
  { columnId: 'size', displayName: 'Customers in segment', kind: 'measure', format: 'integer', additive: false },
] as const

const SegmentSize = ({ segment: { days }, account }: Pick<LoadedProps, 'segment' | 'account'>) => {
  const formats = useFormats()
  const month = days.slice(-MONTH)
  const now = formats.value(days.at(-1)?.size ?? 0, 'integer')
  if (days.length < 2)
    return <p className={subject.note}>{now} customers now. Who enters and leaves is shown from tomorrow on.</p>
  const sum = (of: 'entered' | 'left'): number => month.reduce((total, one) => total + one[of], 0)
  return (
    <Section title="Size">
      <Facts
        facts={[
          ['Customers now', now],
          ['Change in 30 days', signed(sum('entered') - sum('left'), formats)],
          ['Entered', formats.value(sum('entered'), 'integer')],
          ['Left', formats.value(sum('left'), 'integer')],
        ]}
      />
      <ReportChart
        chart={{ kind: 'line', x: 'day', series: ['size'] }}
        columns={COLUMNS}
        rows={days.map(({ day, size }) => [day, size])}
        today={localDayOf(Date.now(), account.timeZone)}
        height={CHART_HEIGHT}
        hasTitle={false}
      />
    </Section>
  )
}
