import { Button } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { DataSpan } from '#contract/account.ts'
import { addDays, type LocalDay } from '#domain/ranges/local-day.ts'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { localDayOf } from '#domain/ranges/time-zone.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount, useDataSpan } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'

/** Sales by month over the whole history. */
const REPORT = '/reports/sales/sales-trends'

/** For an account whose orders all lie in the past: says so, and opens a report of them. */
export const OldDataNotice = () => {
  const account = useAccount()
  const span = useDataSpan()
  const text = useSpanText()
  const mayRead = useIsPermitted('reports')
  if (account === null || span === null || !isOldData(span, localDayOf(Date.now(), account.timeZone))) return null
  return (
    <Notice
      role="status"
      icon={<IconCalendarTime size={18} aria-hidden />}
      title={`Your data covers ${text(span)}`}
      action={
        mayRead && (
          <Button
            size="xs"
            variant="default"
            flex="none"
            renderRoot={(props) => <Link {...props} to={REPORT} search={{ ...rangeOfData(span) }} />}
          >
            Show it
          </Button>
        )
      }
    >
      Tiles with recent dates stay empty until newer orders are imported.
    </Notice>
  )
}

/** A function that writes a span in months, such as "Dec 2010 – Dec 2011". */
export const useSpanText = () => {
  const formats = useFormats()
  return ({ first, last }: NonNullable<DataSpan>): string => {
    const [from, until] = [formats.month(first.slice(0, 7), 'full'), formats.month(last.slice(0, 7), 'full')]
    return from === until ? from : `${from} – ${until}`
  }
}

/** Days without orders after which most tiles, which cover up to a month, are empty. */
const RECENT_DAYS = 45

/** Whether the last order is so old that ranges that end today are empty. */
export const isOldData = ({ last }: NonNullable<DataSpan>, today: LocalDay): boolean =>
  addDays(last, RECENT_DAYS) < today

/** The range of all orders. */
export const rangeOfData = ({ first, last }: NonNullable<DataSpan>): CustomRange => ({
  from: first,
  until: addDays(last, 1),
})

/** Whether a range has no day in common with the data. */
export const isOutside = ({ from, until }: CustomRange, { first, last }: NonNullable<DataSpan>): boolean =>
  until <= first || from > last
