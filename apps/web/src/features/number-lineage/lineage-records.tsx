import { Skeleton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DrillResult, ExplainRequest, Lineage } from '#contract/reports.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { ElapsedTime } from '#ui/tile-states.tsx'
import { Pages } from '#web/app/listing.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { cellText, isAmount, namedPage } from '#widgets/kit/cell-text.ts'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import { SaveSegmentButton } from '../segments/save-segment-item.tsx'
import { cellList } from '../segments/segment-cell.ts'
import classes from './number-lineage.module.css'
import { ProofLine } from './proof-line.tsx'

export const LineageSkeleton = () => {
  const [since] = useState(() => Date.now())
  return (
    <div className={classes.loadingState} aria-busy="true">
      <ElapsedTime since={since} />
      <Skeleton height={30} width={160} radius="sm" />
      <Skeleton height={14} width="80%" radius="sm" />
      <Skeleton height={90} radius="sm" />
      <Skeleton height={160} radius="sm" />
    </div>
  )
}

export const LineageError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <LoadFailure
    title="This calculation couldn’t be loaded"
    error={error}
    fallback="Couldn’t connect to Cuvee. Please try again."
    onRetry={onRetry}
  />
)

const PAGE_SIZE = 25

interface LineageRecordsProps {
  readonly request: ExplainRequest
  /** of what the records add up to */
  readonly format: Lineage['format']
}

/** The contributing records, page by page, and the line that proves their sum. */
export const LineageRecords = ({ request, format }: LineageRecordsProps) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const catalog = useReportCatalog()
  const drill = useQuery(
    queries.reports.drill.queryOptions({
      input: { ...request, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  if (drill.isError) return <LineageError error={drill.error} onRetry={() => void drill.refetch()} />
  if (!drill.data) return <LineageSkeleton />
  return (
    <section aria-label="Records" className={classes.records} data-old={drill.isPlaceholderData}>
      <h2 className={classes.label}>Contributing records</h2>
      <SaveSegmentButton definition={catalog.data ? cellList(request, catalog.data) : null} />
      <RecordTable result={drill.data} />
      <Pages total={drill.data.rowCount} pageSize={PAGE_SIZE} page={page} onPage={setPage} />
      <ProofLine
        proof={drill.data.proof}
        format={format}
        columnIds={drill.data.columns.map(({ columnId }) => columnId)}
      />
    </section>
  )
}

/** The columns with their positions: identifier first, then measures, then the other columns. */
const orderColumns = (columns: DrillResult['columns']) => {
  const indexedColumns = columns.map((column, index) => ({ column, index }))
  const rank = ({ column, index }: (typeof indexedColumns)[number]): number => {
    if (index === 0) return 0
    return column.kind === 'measure' ? 1 : 2
  }
  return indexedColumns.toSorted((a, b) => rank(a) - rank(b))
}

const RecordTable = ({ result: { columns, rows } }: { result: DrillResult }) => {
  const formats = useFormats()
  const shown = orderColumns(columns)
  return (
    <div className={classes.table}>
      <DataTable
        caption="Records on this page"
        columns={shown.map(({ column, index }) => ({
          key: `${column.columnId}.${index}`,
          title: column.displayName,
          format: 'text',
          isNumeric: isAmount(column),
        }))}
        rows={rows.map((row) => shown.map(({ column, index }) => cellText(column, row[index], formats, false)))}
        hrefOf={(at, index) => namedPage(shown[index]?.column, columns, rows[at] ?? [])}
      />
    </div>
  )
}
