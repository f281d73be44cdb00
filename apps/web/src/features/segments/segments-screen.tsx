import { Anchor, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Segment } from '#contract/segments.ts'
import { Sparkline } from '#ui/charts.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { EmptyPanel, ScreenHead } from '#web/app/heading.tsx'
import listing from '#web/app/listing.module.css'
import { Listing } from '#web/app/listing.tsx'
import { QueryContent } from '#web/app/notice.tsx'
import { ReaderFormats } from '#web/app/reader-formats.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import classes from './segments.module.css'

const NEW = 'Open a list of customers or members, add filters, and choose “Save as segment…” in its menu.'

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
        <ScreenHead
          title="Saved Segments"
          tools={
            <Button component={Link} to="/reports/customers/list" variant="default">
              Open customer list
            </Button>
          }
        >
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

const TREND = { width: 96, height: 24 }

const SegmentTable = ({ segments }: { readonly segments: readonly Segment[] }) => {
  const formats = useFormats()
  return (
    <Listing
      caption="Segments"
      className={classes.list}
      heads={
        <>
          <th scope="col">Segment</th>
          <th scope="col" className={classes.number}>
            Customers
          </th>
          <th scope="col" className={classes.number}>
            Change in 30 days
          </th>
          <th scope="col" className={listing.wideOnly}>
            Trend
          </th>
        </>
      }
    >
      {segments.map(({ id, name, days, problem }) => {
        const [first, last] = [days[0], days.at(-1)]
        return (
          <tr key={id}>
            <td className={listing.name}>
              <Anchor inherit fw={500} renderRoot={(props) => <Link {...props} to="/segments/$id" params={{ id }} />}>
                {name}
              </Anchor>
              {problem === null ? null : <span className={listing.second}>No longer updated</span>}
            </td>
            <td className={classes.number} data-title="Customers">
              {last === undefined ? 'Computing…' : formats.value(last.size, 'integer')}
            </td>
            <td className={classes.number} data-title="Change in 30 days">
              {first === undefined || last === undefined ? '' : signed(last.size - first.size, formats)}
            </td>
            <td className={listing.wideOnly}>
              {days.length < 2 ? null : (
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
            </td>
          </tr>
        )
      })}
    </Listing>
  )
}

/** `+12`, `−3`, `0` */
export const signed = (value: number, formats: ReturnType<typeof useFormats>): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${formats.value(Math.abs(value), 'integer')}`
