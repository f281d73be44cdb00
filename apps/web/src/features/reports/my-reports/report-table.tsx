import { Badge } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedReport } from '#contract/saved-reports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { SchedulesPanel } from '../schedules/schedules-panel.tsx'
import classes from './my-reports.module.css'
import { type ListSort, nextSort, type SortKey, typeWords } from './report-list.ts'
import { ReportMenu } from './report-menu.tsx'
import { ReportName } from './report-name.tsx'
import { useReportChanges } from './use-report-changes.tsx'
import { useReportRights } from './use-rights.ts'

export interface ReportTableProps {
  readonly caption: string
  readonly reports: readonly SavedReport[]
  readonly sort: ListSort
  readonly onSort: (sort: ListSort) => void
}

const HEADS: readonly (readonly [key: SortKey, title: string])[] = [
  ['name', 'Name'],
  ['reportType', 'About'],
  ['createdByName', 'Owner'],
  ['updatedDateUtc', 'Last changed'],
]

/** Saved reports with what can be done with each. */
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
    <div className={classes.box}>
      <table className={classes.table}>
        <caption className={classes.caption}>{caption}</caption>
        <thead>
          <tr>
            {HEADS.map(([key, title]) => (
              <SortHead key={key} {...{ title, sort }} name={key} onSort={() => onSort(nextSort(sort, key))} />
            ))}
            <th aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
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
              <td>{typeWords(report.reportType)}</td>
              <td>
                {report.isOwn ? 'You' : report.createdByName}
                {report.isPublic ? (
                  <Badge size="sm" variant="default" ml={8} tt="none">
                    Shared
                  </Badge>
                ) : null}
              </td>
              <td className={classes.when}>{formats.instant(report.updatedDateUtc)}</td>
              <td className={classes.menu}>
                <ReportMenu
                  {...{ report, rights, changes }}
                  onRename={() => setRenaming(report.id)}
                  onSchedules={() => setScheduled(report)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {scheduled === null ? null : <SchedulesPanel report={scheduled} onClose={() => setScheduled(null)} />}
    </div>
  )
}

interface SortHeadProps {
  readonly name: SortKey
  readonly title: string
  readonly sort: ListSort
  readonly onSort: () => void
}

const SortHead = ({ name, title, sort, onSort }: SortHeadProps) => {
  const isSorted = sort.key === name
  const Arrow = sort.direction === 'asc' ? IconArrowUp : IconArrowDown
  const order = sort.direction === 'asc' ? 'ascending' : 'descending'
  return (
    <th scope="col" aria-sort={isSorted ? order : 'none'}>
      <button type="button" className={classes.sortButton} onClick={onSort}>
        {title}
        {isSorted ? <Arrow size={12} aria-hidden /> : null}
      </button>
    </th>
  )
}
