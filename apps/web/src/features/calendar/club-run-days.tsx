import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CalendarNote } from '#contract/calendar.ts'
import { useRuntime } from '#web/app/runtime.tsx'

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const LIST = new Intl.ListFormat('en-US')

const weekdayOf = (day: string): string => WEEKDAY.format(Date.parse(`${day}T00:00:00Z`))

/** On which days of the week the club runs among the notes began, the most frequent first: "Includes club releases: Tuesday (6) and Friday (2).". Null without any. */
export const clubRunDays = (notes: readonly CalendarNote[]): string | null => {
  const runs = notes.filter(({ kind }) => kind === 'release').map(({ from }) => weekdayOf(from))
  const counted = [...Map.groupBy(runs, (weekday) => weekday)].toSorted(([, a], [, b]) => b.length - a.length)
  if (counted.length === 0) return null
  return `Includes club releases: ${LIST.format(counted.map(([weekday, days]) => `${weekday} (${days.length})`))}.`
}

interface ClubRunDaysProps {
  /** half-open local days */
  readonly from: string
  readonly until: string
  readonly onLeaveOut: () => void
}

/** Says which days of the week are club runs, whose orders all have one date. */
export const ClubRunDays = ({ from, until, onLeaveOut }: ClubRunDaysProps) => {
  const { queries } = useRuntime()
  const { data = [] } = useQuery(queries.calendar.list.queryOptions({ input: { from, until } }))
  const days = clubRunDays(data)
  return days === null ? null : (
    <Text size="sm">
      {days}{' '}
      <Anchor component="button" type="button" inherit onClick={onLeaveOut}>
        Leave out club orders
      </Anchor>
    </Text>
  )
}
