import { NativeSelect, Switch, TextInput } from '@mantine/core'
import type { CatalogColumn } from '#contract/reports.ts'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import {
  aggregationLabel,
  allowedAggregations,
  allowedFormats,
  formatLabel,
  hasTotal,
  totalDescription,
} from './column-choices.ts'
import type { DraftColumn } from './report-draft.ts'

export interface ColumnSettingsProps {
  readonly column: DraftColumn
  readonly known: CatalogColumn
  readonly place: number
}

/** Name, aggregation, format and total of a column; only valid options are offered. */
export const ColumnSettings = ({ column, known, place }: ColumnSettingsProps) => {
  const { draft, edit } = useBuilder()
  const change = (next: Partial<DraftColumn>, field?: string): void =>
    edit({ kind: 'columnChanged', place, change: next }, field)
  const formats = allowedFormats(known)
  const aggregations = allowedAggregations(known)
  const handleFormat = (text: string): void => {
    const format = formats.find((one) => one === text)
    if (format !== undefined) change({ format: format === known.format ? null : format })
  }
  const handleAggregation = (text: string): void => {
    const aggregation = aggregations.find((one) => one === text)
    if (aggregation !== undefined) change({ aggregation })
  }
  return (
    <>
      <p className={classes.hint}>{known.description}</p>
      <TextInput
        size="xs"
        label="Column name"
        placeholder={known.displayName}
        maxLength={200}
        value={column.displayName ?? ''}
        onChange={({ currentTarget: { value } }) =>
          change({ displayName: value === '' ? null : value }, `columnName.${place}`)
        }
      />
      {draft.isGrouped && aggregations.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Summarize by"
          value={column.aggregation}
          data={aggregations.map((value) => ({ value, label: aggregationLabel(value, known.kind) }))}
          onChange={({ currentTarget }) => handleAggregation(currentTarget.value)}
        />
      ) : null}
      {formats.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Format"
          value={column.format ?? known.format}
          data={formats.map((value) => ({ value, label: formatLabel(value) }))}
          onChange={({ currentTarget }) => handleFormat(currentTarget.value)}
        />
      ) : null}
      {hasTotal(known, column.aggregation) ? (
        <Switch
          size="xs"
          label="Total"
          description={totalDescription(known, column.aggregation)}
          checked={column.total}
          onChange={({ currentTarget }) => change({ total: currentTarget.checked })}
        />
      ) : null}
    </>
  )
}
