import { Pagination } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DrillResult, ExplainRequest, Passport } from '#contract/reports.ts'
import { DataTable } from '#ui/data-table.tsx'
import { useFormats } from '#ui/formats-context.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { cellText, isAmount } from '../reports/table/cell-text.ts'
import classes from './number-passport.module.css'
import { PassportFailure, PassportWaiting } from './passport-states.tsx'
import { ProofLine } from './proof-line.tsx'

const PAGE_SIZE = 25

interface PassportRecordsProps {
  readonly request: ExplainRequest
  /** of the number */
  readonly format: Passport['format']
}

/** The records behind the number, page by page, and the line that proves them. */
export const PassportRecords = ({ request, format }: PassportRecordsProps) => {
  const { queries } = useRuntime()
  const [page, setPage] = useState(1)
  const drill = useQuery(
    queries.reports.drill.queryOptions({
      input: { ...request, page, pageSize: PAGE_SIZE },
      placeholderData: keepPreviousData,
    }),
  )
  if (drill.isError) return <PassportFailure error={drill.error} onRetry={() => void drill.refetch()} />
  if (!drill.data) return <PassportWaiting />
  const pages = Math.ceil(drill.data.rowCount / PAGE_SIZE)
  return (
    <section aria-label="Records" className={classes.records} data-old={drill.isPlaceholderData}>
      <h2 className={classes.label}>Contributing records</h2>
      <RecordTable result={drill.data} />
      {pages > 1 ? (
        <Pagination
          size="sm"
          total={pages}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        />
      ) : null}
      <ProofLine
        proof={drill.data.proof}
        format={format}
        columnIds={drill.data.columns.map(({ columnId }) => columnId)}
      />
    </section>
  )
}

/** The columns with their places: what names the record, then its numbers, then all that tells more of it. */
const inReadingOrder = (columns: DrillResult['columns']) => {
  const placed = columns.map((column, place) => ({ column, place }))
  const rank = ({ column, place }: (typeof placed)[number]): number => {
    if (place === 0) return 0
    return column.kind === 'measure' ? 1 : 2
  }
  return placed.toSorted((a, b) => rank(a) - rank(b))
}

const RecordTable = ({ result: { columns, rows } }: { result: DrillResult }) => {
  const formats = useFormats()
  const shown = inReadingOrder(columns)
  return (
    <div className={classes.table}>
      <DataTable
        caption="Records on this page"
        columns={shown.map(({ column, place }) => ({
          key: `${column.columnId}.${place}`,
          title: column.displayName,
          format: 'text',
          isNumeric: isAmount(column),
        }))}
        rows={rows.map((row) => shown.map(({ column, place }) => cellText(column, row[place], formats, false)))}
      />
    </div>
  )
}
