import { IconAlertTriangle } from '@tabler/icons-react'
import { Notice } from '#web/app/notice.tsx'

/** What the address asked for that this report does not know. */
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
