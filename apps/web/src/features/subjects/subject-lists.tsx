import { Group, Skeleton, Stack, Tabs } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import type { ExplainRequest } from '#contract/reports.ts'
import type { SubjectList } from '#reports/subjects/kit/subject.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { OWN_VIEW, type ReportView } from '../reports/address/report-view.ts'
import { ExportMenu, ExportProgress, useExport } from '../reports/export/export-menu.tsx'
import { buildRequest, reportPageSize } from '../reports/query/report-request.ts'
import type { LoadedReport, ReportTypeInfo } from '../reports/query/report-subject.ts'
import { useReportPages } from '../reports/query/use-report-pages.ts'
import { useScrolledPages } from '../reports/query/use-scrolled-pages.ts'
import { ReportFailure } from '../reports/report-empty.tsx'
import { ReportTable } from '../reports/table/report-table.tsx'
import { useTableLayout } from '../reports/table/use-table-layout.ts'
import { usePrinting } from '../reports/use-report-view.ts'
import { OpenAsReport } from './open-as-report.tsx'
import classes from './subject.module.css'
import { subjectReport } from './subject-report.ts'

interface SubjectListsProps {
  readonly lists: readonly SubjectList[]
  readonly reportTypes: readonly ReportTypeInfo[]
  readonly onExplain: (request: ExplainRequest) => void
}

/** The records of a page, one list at a time. */
export const SubjectLists = ({ lists, reportTypes, onExplain }: SubjectListsProps) => {
  const [first] = lists
  if (first === undefined) return null
  return (
    <Tabs defaultValue={first.title} keepMounted={false}>
      <Tabs.List className={classes.tabs}>
        {lists.map(({ title }) => (
          <Tabs.Tab key={title} value={title}>
            {title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {lists.map(({ title, definition }) => (
        <Tabs.Panel key={title} value={title} pt={12}>
          <RecordList report={subjectReport(definition, reportTypes, title)} onExplain={onExplain} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface RecordListProps {
  readonly report: LoadedReport
  readonly onExplain: (request: ExplainRequest) => void
}

const stayOnPage = (): void => {}

const RecordList = ({ report: given, onExplain }: RecordListProps) => {
  const formats = useFormats()
  const key = JSON.stringify(given.ref)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same definition in a new object is the same
  const report = useMemo(() => given, [key])
  const [ownView, setView] = useState<ReportView>(OWN_VIEW)
  const handleChange = useCallback((change: Partial<ReportView>) => setView((last) => ({ ...last, ...change })), [])
  const address = { view: ownView, change: handleChange, replace: handleChange }
  const { view, change, table } = useTableLayout(report, address, `list.${report.type.reportType}.${report.title}`)
  const request = useMemo(() => buildRequest(report, view), [report, view])
  const pageSize = reportPageSize(report.definition)
  const scrolled = useScrolledPages({ page: 1, pageSize, question: JSON.stringify(request), onPage: stayOnPage })
  const { shown, error, retry } = useReportPages({ request, pages: scrolled.pages, pageSize, isEnabled: true })
  const { state, start, cancel, dismiss } = useExport(request, report.title)
  const [isPrinted, print] = usePrinting()
  const rows = shown?.head.rowCount ?? null
  return (
    <Stack gap={8} miw={0}>
      <Group justify="space-between" gap={8}>
        <span className={classes.note} role="status">
          {rows === null ? '' : `${formats.value(rows, 'integer')} ${rows === 1 ? 'row' : 'rows'}, all dates`}
        </span>
        <Group gap={8}>
          <OpenAsReport definition={report.definition} view={null} />
          <ExportMenu isReady={shown !== null} onExport={start} onPrint={print} />
        </Group>
      </Group>
      <ExportProgress {...{ state }} onCancel={cancel} onDismiss={dismiss} onCsv={() => start('csv')} />
      {error === null ? null : <ReportFailure error={error} onRetry={retry} />}
      {shown === null && error === null ? <Skeleton height={240} radius="md" /> : null}
      {rows === 0 ? <p className={classes.note}>There are no records.</p> : null}
      {shown === null || rows === 0 ? null : (
        <ReportTable
          {...{ report, view, shown, isPrinted, table }}
          anchor={scrolled.anchor}
          onVisible={scrolled.onVisible}
          onChange={change}
          onExplain={(cell) => onExplain({ ...request, cell })}
        />
      )}
    </Stack>
  )
}
