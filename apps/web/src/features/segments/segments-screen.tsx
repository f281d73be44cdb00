import { Anchor, Button, Menu, Stack, Table } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Formats } from '#charts/value-format.ts'
import type { ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Segment } from '#contract/segments.ts'
import { Sparkline } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { useIsPermitted } from '#web/app/current-user.ts'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { right, ScrollTable } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { usePlanLock } from '#web/app/plan-lock.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import { describeConditions } from './segment-conditions.ts'
import { segmentSearch } from './segment-reports.ts'
import { BLANK, STARTERS } from './segment-starters.ts'

const NEW =
  'Choose New segment, or open any list of customers or members, add filters, and choose “Save as segment…” in its menu.'

/** Milliseconds between two looks at a segment whose members are being computed. */
export const PENDING_MS = 2_000

/** The segments of the account: how many customers are in each now, and how that changed. */
export const SegmentsScreen = () => {
  const { queries } = useRuntime()
  const query = useQuery(
    queries.segments.list.queryOptions({
      refetchInterval: ({ state }) => (state.data?.some(({ startedOn }) => startedOn === null) ? PENDING_MS : false),
    }),
  )
  return (
    <ReaderFormats>
      <Stack maw="var(--cuvee-width-list)" mx="auto">
        <ScreenHead title="Segments" tools={<NewSegment />}>
          Customers who meet conditions that you saved, updated after each sync and import.
        </ScreenHead>
        <QueryContent query={query} height={160}>
          {(segments) =>
            segments.length === 0 ? (
              <EmptyPanel title="No segments yet" text={NEW} />
            ) : (
              <SegmentTable segments={segments} />
            )
          }
        </QueryContent>
      </Stack>
    </ReaderFormats>
  )
}

const StartItem = ({ starter, children }: { readonly starter: ReportDefinitionInput; readonly children?: string }) => (
  <Menu.Item renderRoot={(props) => <Link {...props} to="/reports/my/new" search={segmentSearch(starter)} />}>
    {children ?? starter.name}
  </Menu.Item>
)

/** Opens a list to change and save; renders nothing for who may not save it. */
const NewSegment = () => {
  const isLocked = usePlanLock() !== null
  if (!useIsPermitted('sharing')) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={16} aria-hidden />} disabled={isLocked}>
          New segment
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {STARTERS.map((starter) => (
          <StartItem key={starter.name} starter={starter} />
        ))}
        <Menu.Divider />
        <StartItem starter={BLANK}>Own conditions…</StartItem>
      </Menu.Dropdown>
    </Menu>
  )
}

const TREND = { width: 96, height: 24 }

const SegmentTable = ({ segments }: { readonly segments: readonly Segment[] }) => {
  const formats = useFormats()
  const { data: catalog } = useReportCatalog()
  const hasHistory = segments.some(({ days }) => days.length > 1)
  return (
    <ScrollTable
      label="Segments"
      aria-label="Segments"
      minWidth={640}
      hasCards
      columns={[
        ...['Segment', 'Conditions', right('Customers'), right('Sales in 365 days')],
        ...(hasHistory ? [right('Change in 30 days'), 'Trend'] : []),
      ]}
    >
      {segments.map(({ id, name, definition, days, netSales, problem }) => {
        const [first, last] = [days[0], days.at(-1)]
        const conditions = describeConditions(definition, catalog?.reportTypes ?? [], formats)
        return (
          <Table.Tr key={id}>
            <Table.Td className={listing.name}>
              <Anchor inherit fw={500} renderRoot={(props) => <Link {...props} to="/segments/$id" params={{ id }} />}>
                {name}
              </Anchor>
              {problem !== null && <span className={listing.second}>No longer updated</span>}
            </Table.Td>
            <Table.Td>{conditions.join(' · ') || 'All of them'}</Table.Td>
            <Table.Td ta="right">{last ? formats.value(last.size, 'integer') : 'Computing…'}</Table.Td>
            <Table.Td ta="right">{formats.figure(netSales, 'currency')}</Table.Td>
            {hasHistory && <Table.Td ta="right">{first && last && signed(last.size - first.size, formats)}</Table.Td>}
            {hasHistory && (
              <Table.Td>
                {days.length > 1 && (
                  <Sparkline
                    box={TREND}
                    format="integer"
                    summary={`Customers in ${name}, last ${days.length} days`}
                    titles={days.map(({ day }) => formats.day(day, 'full'))}
                    data={{
                      categories: days.map(({ day }) => day),
                      series: [{ name: 'Customers', color: 0, values: days.map(({ size }) => size) }],
                    }}
                  />
                )}
              </Table.Td>
            )}
          </Table.Tr>
        )
      })}
    </ScrollTable>
  )
}

/** `+12`, `−3`, `0` */
export const signed = (value: number, formats: Formats): string =>
  `${value > 0 ? '+' : ''}${formats.value(value, 'integer')}`
