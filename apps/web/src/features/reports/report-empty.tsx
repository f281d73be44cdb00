import { Anchor, Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle, IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CustomRange } from '#domain/ranges/relative-range.ts'
import { errorItems, errorStatus } from '#web/api/api-error.ts'
import { firstLoadText, useAccountStatus, useDataSpan } from '#web/app/account-data.ts'
import { useIsPermitted } from '#web/app/current-user.ts'
import listing from '#web/app/listing.module.css'
import { Notice } from '#web/app/notice.tsx'
import { useSpanText } from '#web/features/data-span/old-data-notice.tsx'
import { isOutside, rangeOfData } from '../data-span/old-data-notice.tsx'
import type { ReportView } from './address/report-view.ts'
import { isLimited } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'

/** Shown while a report requires a filter or range. */
export const FilterNeeded = () => (
  <Notice title="Choose dates or a filter" role="status" icon={<IconFilter size={18} aria-hidden />}>
    This report shows its rows once you set a date range or a filter.
  </Notice>
)

interface EmptyReportProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly onClear: () => void
  readonly onShowDays: (range: CustomRange) => void
}

/** Why a report has no rows, and what to do. */
export const EmptyReport = ({ report, view, onClear, onShowDays }: EmptyReportProps) => {
  const status = useAccountStatus()
  const canAdd = useIsPermitted('administration')
  if (status?.firstLoad) return <div className={listing.placeholder}>{firstLoadText(status.firstLoad)}</div>
  if (status?.currentServiceCount === 0) {
    return (
      <div className={listing.placeholder}>
        <span>No service is connected yet.</span>
        {canAdd ? (
          <Anchor component={Link} to="/admin/services" size="sm">
            Add a service
          </Anchor>
        ) : (
          <span>Ask an administrator to add one.</span>
        )}
      </div>
    )
  }
  const isChanged = view.filters.length > 0 || view.range.kind !== 'own'
  return (
    <div className={listing.placeholder}>
      <span>{isLimited(report, view) ? 'No rows match these dates and filters.' : 'No data of this kind yet.'}</span>
      {report.definition.reportType === 'Reservations' ? <AboutVisits /> : null}
      {isChanged ? (
        <Button size="xs" variant="default" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
      <ShowDataSpan report={report} view={view} onShowDays={onShowDays} />
    </div>
  )
}

/** Where visits come from: a winery without reservations has none unless it says which products are tastings. */
const AboutVisits = () => (
  <>
    <span>Visits come from reservations, and from sales of products that count as tastings.</span>
    {useIsPermitted('administration') ? (
      <Anchor component={Link} to="/admin/tasting-experiences" size="sm">
        Choose tasting products
      </Anchor>
    ) : null}
  </>
)

/** Report types whose rows are orders or belong to them. */
const OF_ORDERS: readonly string[] = ['Orders', 'OrderLines', 'Products', 'Customers']

/** Offers the dates of all orders, where a report of orders shows others. */
const ShowDataSpan = ({ report, view: { range }, onShowDays }: Omit<EmptyReportProps, 'onClear'>) => {
  const span = useDataSpan()
  const text = useSpanText()
  const isDated = OF_ORDERS.includes(report.definition.reportType) && report.type.dateColumns.length > 0
  if (span === null || !isDated) return null
  const all = rangeOfData(span)
  if (range.kind === 'days' && !isOutside(range, span)) return null
  return (
    <Button size="xs" variant="default" onClick={() => onShowDays(all)}>
      Your data covers {text(span)}: show it
    </Button>
  )
}

/** Parts of the URL that the report does not have. */
export const ReportProblems = ({ problems }: { problems: readonly string[] }) =>
  problems.length === 0 ? null : (
    <Notice
      tone="warning"
      role="status"
      title="Some filters in this link were ignored"
      icon={<IconAlertTriangle size={18} aria-hidden />}
    >
      {problems.join('; ')}
    </Notice>
  )

interface ReportFailureProps {
  /** null: the report does not exist */
  readonly error: unknown
  readonly onRetry: () => void
}

const NOT_THERE = 'This report doesn’t exist, or it isn’t shared with you.'

/** The distinct messages of an error. */
const emptyMessage = (error: unknown): string => {
  if (error === null || errorStatus(error) === 404) return NOT_THERE
  const messages = [...new Set(errorItems(error).map(({ message }) => message))]
  return messages.length > 0 ? messages.join('. ') : 'Couldn’t connect to Cuvee. Please try again.'
}

/** Why a report cannot be shown, and a retry button. */
export const ReportFailure = ({ error, onRetry }: ReportFailureProps) => (
  <Notice
    tone="bad"
    role="alert"
    title="This report couldn’t be loaded"
    icon={<IconAlertCircle size={20} aria-hidden />}
    action={
      error === null ? null : (
        <Button size="xs" variant="default" onClick={onRetry}>
          Retry
        </Button>
      )
    }
  >
    {emptyMessage(error)}
  </Notice>
)
