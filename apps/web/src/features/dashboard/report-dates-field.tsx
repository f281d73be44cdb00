import { NativeSelect } from '@mantine/core'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { toColumnName } from '../reports/address/report-view.ts'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import { rangeOptions, toRangeCalendar } from '../reports/range/range-labels.ts'
import type { TileReport } from './report-page-of-tile.ts'

type Props = Readonly<Record<string, unknown>>

/** The props of a tile whose dates are those of its report. */
export const withoutDates = ({ relativeDate: _, from: __, until: ___, ...props }: Props): Props => props

interface ReportDatesFieldProps {
  readonly report: Pick<TileReport, 'reportType' | 'dateColumn'>
  readonly props: Props
  readonly onChange: (props: Props) => void
}

/** Dates that a tile has instead of those of its report, such as for one that covers all dates. */
export const ReportDatesField = ({ report, props, onChange }: ReportDatesFieldProps) => {
  const account = useAccount()
  const formats = useFormats()
  const catalog = useReportCatalog()
  const type = catalog.data?.reportTypes.find(({ reportType }) => reportType === report.reportType)
  const column = report.dateColumn ?? type?.dateColumns[0]
  if (account === null || column === undefined) return null
  const { relativeDate, from, until } = props
  const days = typeof from === 'string' && typeof until === 'string' ? `${from}/${until}` : null
  const relative = typeof relativeDate === 'string' ? (relativeDate.split('-')[1] ?? '') : ''
  return (
    <NativeSelect
      label="Dates"
      value={days ?? relative}
      data={[
        { value: '', label: 'Report default' },
        ...(days === null
          ? []
          : [{ value: days, label: `Custom range · ${formats.range(String(from), String(until))}` }]),
        ...rangeOptions(toRangeCalendar(account, Date.now()), formats),
      ]}
      onChange={({ currentTarget: { value } }) =>
        onChange({
          ...withoutDates(props),
          ...(value === '' ? {} : { relativeDate: `${toColumnName(column)}-${value}` }),
        })
      }
    />
  )
}
