import { NativeSelect } from '@mantine/core'
import type { ReportRange } from '#domain/ranges/relative-range.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { calendarOf, isReportRange, namedRanges } from '../reports/range/range-labels.ts'

interface RangeFieldProps {
  /** null: days of the report's own */
  readonly range: ReportRange | null
  readonly error: string | null
  readonly onChange: (range: ReportRange) => void
}

/** The relative range that an alert watches, each with its current days. */
export const RangeField = ({ range, error, onChange }: RangeFieldProps) => {
  const account = useAccount()
  const formats = useFormats()
  if (account === null) return null
  const ranges = namedRanges(calendarOf(account, Date.now()), formats)
  return (
    <NativeSelect
      label="Dates"
      data={[
        ...(range === null ? [{ value: '', label: 'The report’s own dates' }] : []),
        ...ranges.map(({ range: value, name, days }) => ({ value, label: days === '' ? name : `${name} · ${days}` })),
      ]}
      value={range ?? ''}
      error={error}
      onChange={({ currentTarget: { value } }) => isReportRange(value) && onChange(value)}
    />
  )
}
