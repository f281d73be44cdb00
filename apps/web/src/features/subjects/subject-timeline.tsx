import { Button, Skeleton } from '@mantine/core'
import {
  type Icon,
  IconCalendarEvent,
  IconDoorExit,
  IconGlass,
  IconPlayerPause,
  IconShoppingBag,
  IconTruckDelivery,
  IconUserPlus,
} from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type Formats, MISSING } from '#charts/value-format.ts'
import { ReportDefinition } from '#contract/report-definition.ts'
import type { TimelineEvent, TimelineSource } from '#reports/subjects/kit/subject.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { REPORT_PAGES } from '#web/app/data-updates.ts'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { cellText } from '#widgets/kit/cell-text.ts'
import { PageLink, Section } from '../insights/detail/exact-number.tsx'
import { fetchReport } from '../reports/query/use-report-pages.ts'
import classes from './subject.module.css'
import { type DatedEvent, eventAddress, mergeEvents, valueIn } from './timeline-events.ts'

const ICONS: Readonly<Record<TimelineEvent, Icon>> = {
  order: IconShoppingBag,
  visit: IconGlass,
  signup: IconUserPlus,
  cancellation: IconDoorExit,
  hold: IconPlayerPause,
  shipment: IconTruckDelivery,
  release: IconCalendarEvent,
}

/** Records loaded per source, and events shown at first. */
const LOADED = 100
const SHOWN = 6

const textIn = ({ columns, row }: DatedEvent, columnId: string, formats: Formats): string => {
  const column = columns.find((one) => one.columnId === columnId)
  return column === undefined ? '' : cellText(column, valueIn(columns, row, columnId), formats, true)
}

const eventTitle = (event: DatedEvent, formats: Formats): string =>
  event.source.text.replace(/\{(\w+)\}/g, (_, columnId: string) => textIn(event, columnId, formats))

const detailsOf = (event: DatedEvent, formats: Formats): string =>
  event.source.details
    .filter((columnId) => valueIn(event.columns, event.row, columnId) !== null)
    .map((columnId) => {
      const column = event.columns.find((one) => one.columnId === columnId)
      const text = textIn(event, columnId, formats)
      return column?.format === 'integer' || column?.format === 'number' ? `${column.displayName} ${text}` : text
    })
    .filter((text) => text !== MISSING)
    .join(' · ')

const useSources = (sources: readonly TimelineSource[]) => {
  const { rawFetch } = useRuntime()
  return useQueries({
    queries: sources.map(({ definition }) => ({
      queryKey: [REPORT_PAGES, definition, LOADED, 'timeline'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchReport(
          rawFetch,
          { definition: ReportDefinition.parse(definition), page: 1, pageSize: LOADED },
          { signal, held: undefined },
        ),
    })),
  })
}

/** What happened, the latest first. */
export const SubjectTimeline = ({ sources }: { sources: readonly TimelineSource[] }) => {
  const formats = useFormats()
  const [isWhole, setWhole] = useState(false)
  const results = useSources(sources)
  const failed = results.find(({ isError }) => isError)
  const isPending = results.some((result) => result.isPending)
  const loaded = results.flatMap(({ data }, at) => {
    const source = sources[at]
    return data === undefined || source === undefined
      ? []
      : [{ source, columns: data.columns, rows: data.rows, rowCount: data.rowCount }]
  })
  const key = results.map(({ dataUpdatedAt }) => dataUpdatedAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are new objects in each render
  const { events, isComplete } = useMemo(() => mergeEvents(loaded), [key])
  const shown = isWhole ? events : events.slice(0, SHOWN)
  return (
    <Section title="Timeline">
      {failed === undefined ? null : <LoadFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      {isPending ? <Skeleton height={200} radius="sm" /> : null}
      {isPending || failed !== undefined ? null : (
        <>
          {events.length === 0 ? <p className={classes.note}>Nothing has happened yet.</p> : null}
          <ol className="bare-list">
            {shown.map((event, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: events have no identity but their place
              <TimelineItem key={`${event.date}.${at}`} event={event} formats={formats} />
            ))}
          </ol>
          {events.length > shown.length ? (
            <Button variant="default" size="xs" onClick={() => setWhole(true)}>
              Show {events.length - shown.length} more
            </Button>
          ) : null}
          {isComplete || events.length > shown.length ? null : (
            <p className={classes.note}>Earlier records are in the lists below.</p>
          )}
        </>
      )}
    </Section>
  )
}

const TimelineItem = ({ event, formats }: { event: DatedEvent; formats: Formats }) => {
  const Sign = ICONS[event.event]
  const address = eventAddress(event)
  const title = eventTitle(event, formats)
  return (
    <li className={classes.event}>
      <Sign size={18} stroke={1.5} aria-hidden className={classes.sign} />
      <span className={classes.what}>
        {address === null ? title : <PageLink address={address}>{title}</PageLink>}
        <span className={classes.note}>{detailsOf(event, formats)}</span>
      </span>
      <time dateTime={event.date} className={classes.when}>
        {event.date.length > 10 ? formats.recordTime(event.date) : formats.day(event.date, 'full')}
      </time>
    </li>
  )
}
