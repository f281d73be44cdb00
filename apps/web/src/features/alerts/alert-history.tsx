import { Anchor, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Alert, AlertEvent } from '#contract/alerts.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { NewerOlder } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { exploreAddress } from '../marks/mark-addresses.ts'
import { columnIdFromRef } from '../reports/address/report-view.ts'
import { readingText } from './alert-labels.ts'
import classes from './alerts.module.css'

const PAGE_SIZE = 10
/** Rows of an event that are listed; its report shows all. */
const MOST_ROWS = 5

/** When an alert fired and what the number was, latest first. */
export const AlertHistory = ({ alert }: { readonly alert: Alert }) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const query = useQuery(queries.alerts.events.queryOptions({ input: { id: alert.id, page, pageSize: PAGE_SIZE } }))
  return (
    <Stack gap="xs">
      <QueryContent query={query} height={48}>
        {({ items, total }) =>
          total === 0 ? (
            <Text size="sm" c="dimmed">
              This alert hasn’t fired yet.
            </Text>
          ) : (
            <>
              <ul className={`bare-list ${classes.events}`} aria-label={`History of ${alert.name}`}>
                {items.map((event) => (
                  <EventEntry key={event.id} {...{ alert, event }} />
                ))}
              </ul>
              <NewerOlder {...{ total, page }} pageSize={PAGE_SIZE} onPage={setPage} />
            </>
          )
        }
      </QueryContent>
    </Stack>
  )
}

/** The definition that was checked, on the days that it was checked for. */
const reportAddress = ({ definition, range, condition }: AlertEvent) => {
  const column = definition.relativeDateFilter?.columnName
  return exploreAddress(definition, {
    reportType: definition.reportType,
    dateColumn: column === undefined ? null : columnIdFromRef({ columnId: column }),
    days: range,
    compare: condition.kind === 'change' ? condition.compare : null,
    filters: [],
    includeClubOrders: true,
    comparisons: [],
  })
}

const EventEntry = ({ alert: { format }, event }: { readonly alert: Alert; readonly event: AlertEvent }) => {
  const formats = useFormats()
  const { readings, count, range, condition } = event
  const shown = readings.slice(0, MOST_ROWS)
  const { to, search } = reportAddress(event)
  const address = { to, search: { ...search } }
  return (
    <li>
      <span className={classes.when}>{formats.instant(event.firedUtc, 'full')}</span>
      <div className={classes.readings}>
        {shown.map((reading) => (
          <span key={reading.label ?? ''}>
            {reading.label === null ? '' : `${reading.label}: `}
            {readingText(reading, condition, format, formats)}
          </span>
        ))}
        {count > shown.length ? <span>and {formats.value(count - shown.length, 'integer')} more</span> : null}
        {range === null ? null : (
          <Text span size="xs" c="dimmed">
            {formats.range(range.from, range.until)}
          </Text>
        )}
      </div>
      <Anchor size="sm" renderRoot={(props) => <Link {...props} {...address} />}>
        Open report
      </Anchor>
    </li>
  )
}
