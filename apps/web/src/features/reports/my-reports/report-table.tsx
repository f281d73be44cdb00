import { Anchor, Badge } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import listing from '#web/app/listing.module.css'
import { Listing } from '#web/app/listing.tsx'
import classes from './my-reports.module.css'
import { type ListSort, nextSort, reportTypeLabel, type SortKey } from './report-list.ts'
import { ReportMenu } from './report-menu.tsx'
import { useReportChanges, useReportRights } from './use-report-changes.tsx'

interface ReportNameProps {
  readonly report: SavedReport
  readonly canOpen: boolean
  readonly isRenaming: boolean
  /** null: canceled */
  readonly onRenamed: (name: string | null) => void
}

/** The name of a report as a link; a field while it is renamed. */
const ReportName = ({ report, canOpen, isRenaming, onRenamed }: ReportNameProps) => {
  if (isRenaming) return <NameField name={report.name} onDone={onRenamed} />
  return (
    <>
      {canOpen ? (
        <Anchor component={Link} to={`/reports/my/${report.id}`} size="sm" fw={600}>
          {report.name}
        </Anchor>
      ) : (
        <span className={classes.name}>{report.name}</span>
      )}
      {report.description ? <span className={`hint ${classes.description}`}>{report.description}</span> : null}
    </>
  )
}

const NameField = ({ name, onDone }: { name: string; onDone: (name: string | null) => void }) => {
  const [text, setText] = useState(name)
  // Blur follows Enter and Escape, when editing has already ended.
  const isOver = useRef(false)
  const finish = (isSaved: boolean): void => {
    if (isOver.current) return
    isOver.current = true
    const next = text.trim()
    onDone(isSaved && next !== '' && next !== name ? next : null)
  }
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    finish(event.key === 'Enter')
  }
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: the field takes the place of the name that was just chosen
      autoFocus
      className={classes.field}
      aria-label={`New name for ${name}`}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => finish(true)}
      onKeyDown={handleKey}
    />
  )
}

// Opens on click only, so its code is loaded on demand.
const SchedulesPanel = lazy(() =>
  import('../schedules/schedules-panel.tsx').then((module) => ({ default: module.SchedulesPanel })),
)

export interface ReportTableProps {
  readonly caption: string
  readonly reports: readonly SavedReport[]
  readonly sort: ListSort
  readonly onSort: (sort: ListSort) => void
}

interface Head {
  readonly key: SortKey
  readonly title: string
  /** hidden on phones */
  readonly isWideOnly: boolean
}

const HEADS: readonly Head[] = [
  { key: 'name', title: 'Name', isWideOnly: false },
  { key: 'reportType', title: 'Source', isWideOnly: true },
  { key: 'createdByName', title: 'Owner', isWideOnly: false },
  { key: 'updatedDateUtc', title: 'Last modified', isWideOnly: true },
]

/** Saved reports with their actions. */
export const ReportTable = ({ caption, reports, sort, onSort }: ReportTableProps) => {
  const formats = useFormats()
  const rights = useReportRights()
  const changes = useReportChanges()
  const [renaming, setRenaming] = useState<string | null>(null)
  const [scheduled, setScheduled] = useState<SavedReport | null>(null)
  const handleRenamed = (report: SavedReport, name: string | null): void => {
    setRenaming(null)
    if (name !== null) changes.change.mutate({ report, name })
  }
  return (
    <>
      <Listing
        caption={caption}
        hasActions
        heads={HEADS.map((head) => (
          <SortHead key={head.key} {...{ head, sort }} onSort={() => onSort(nextSort(sort, head.key))} />
        ))}
      >
        {reports.map((report) => (
          <tr key={report.id}>
            <td className={classes.nameCell}>
              <ReportName
                report={report}
                canOpen={rights.canRun}
                isRenaming={renaming === report.id}
                onRenamed={(name) => handleRenamed(report, name)}
              />
            </td>
            <td className={classes.wideOnly}>{reportTypeLabel(report.reportType)}</td>
            <td className={classes.owner}>
              {report.isOwn ? 'You' : report.createdByName}
              {report.isPublic ? (
                <Badge size="sm" variant="default" tt="none" miw="fit-content">
                  Shared
                </Badge>
              ) : null}
            </td>
            <td className={`${listing.when} ${classes.wideOnly}`}>{formats.instant(report.updatedDateUtc)}</td>
            <td className={listing.actions}>
              <ReportMenu
                {...{ report, rights, changes }}
                onRename={() => setRenaming(report.id)}
                onSchedules={() => setScheduled(report)}
              />
            </td>
          </tr>
        ))}
      </Listing>
      <Suspense fallback={null}>
        {scheduled === null ? null : <SchedulesPanel report={scheduled} onClose={() => setScheduled(null)} />}
      </Suspense>
    </>
  )
}

interface SortHeadProps {
  readonly head: Head
  readonly sort: ListSort
  readonly onSort: () => void
}

const SortHead = ({ head: { key, title, isWideOnly }, sort, onSort }: SortHeadProps) => {
  const isSorted = sort.key === key
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown
  const order = sort.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={isSorted ? order : 'none'} className={isWideOnly ? classes.wideOnly : undefined}>
      <button type="button" className={`bare-button ${classes.sortButton}`} onClick={onSort}>
        {title}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </th>
  )
}
