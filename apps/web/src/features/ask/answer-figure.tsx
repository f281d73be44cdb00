import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ReportDefinition } from '#contract/report-definition.ts'
import { isShownColumn, type ReportResult } from '#contract/reports.ts'
import type { CompareMode } from '#domain/ranges/comparison-mode.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { ProofLine } from '#web/features/number-lineage/proof-line.tsx'
import { ShortHistoryNote } from '#web/features/reports/report-facts.tsx'
import classes from './ask.module.css'

interface AnswerFigureProps {
  readonly result: ReportResult
  readonly request: {
    readonly definition: ReportDefinition
    readonly from?: string
    readonly until?: string
    readonly compare?: CompareMode
  }
}

interface FigureProps {
  readonly name: string
  readonly value: string
  readonly notes?: readonly string[]
  readonly children?: ReactNode
}

/** A number that answers a question, and what belongs to it. */
export const Figure = ({ name, value, notes = [], children }: FigureProps) => (
  <div className={classes.figure}>
    <p className={classes.figureName}>{name}</p>
    <p className={classes.figureValue}>{value}</p>
    {notes.map((note) => (
      <p key={note} className={classes.figureNote}>
        {note}
      </p>
    ))}
    {children}
  </div>
)

/** The numbers of a one-row answer, the first one large and with its contributing records. */
export const AnswerFigure = ({ result, request }: AnswerFigureProps) => {
  const formats = useFormats()
  const { queries } = useRuntime()
  const columns = result.columns.filter(isShownColumn)
  const [first, ...others] = columns
  const { compare: _, ...asked } = request
  const { data } = useQuery(
    queries.reports.drill.queryOptions({
      input: {
        ...asked,
        cell: { measure: first?.columnId ?? '', aggregation: first?.aggregation ?? 'None' },
        page: 1,
        pageSize: 1,
      },
      enabled: first !== undefined,
      retry: false,
    }),
  )
  if (first === undefined) return null
  const [row = []] = result.rows
  const [before = null] = result.previous ?? []
  const formatAnswerCell = (index: number, cells: readonly unknown[]): string => {
    const column = columns[index]
    const cell = cells[index]
    return typeof cell === 'number' && column !== undefined ? formats.value(cell, column.format) : '—'
  }
  return (
    <Figure
      name={first.displayName}
      value={formatAnswerCell(0, row)}
      notes={[
        ...(before === null ? [] : [`${formatAnswerCell(0, before)} in ${result.compareRange?.label}`]),
        ...others.map(({ displayName }, index) => `${displayName}: ${formatAnswerCell(index + 1, row)}`),
      ]}
    >
      <ShortHistoryNote result={result} />
      {data === undefined ? null : (
        <ProofLine proof={data.proof} format={first.format} columnIds={data.columns.map(({ columnId }) => columnId)} />
      )}
    </Figure>
  )
}
