import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle, IconFilter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { isPermitted } from '#domain/role.ts'
import { useAccountStatus } from '#web/app/account-data.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { Notice } from '#web/app/notice.tsx'
import type { ReportView } from './address/report-view.ts'
import { isLimited } from './query/report-request.ts'
import type { LoadedReport } from './query/report-subject.ts'
import classes from './report-screen.module.css'

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
}

/** Why a report has no rows, and what to do. */
export const EmptyReport = ({ report, view, onClear }: EmptyReportProps) => {
  const user = useCurrentUser()
  const status = useAccountStatus()
  const canAdd = user !== null && isPermitted(user.roles, 'administration')
  if (status?.currentServiceCount === 0) {
    return (
      <div className={classes.empty}>
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
    <div className={classes.empty}>
      <span>{isLimited(report, view) ? 'No rows match these dates and filters.' : 'No data of this kind yet.'}</span>
      {isChanged ? (
        <Button size="xs" variant="default" onClick={onClear}>
          Clear filters
        </Button>
      ) : null}
    </div>
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
