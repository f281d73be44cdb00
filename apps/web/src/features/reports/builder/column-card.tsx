import { ActionIcon, NativeSelect, Switch, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { aggregatedName } from '#domain/report-terms.ts'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import { CalculationSettings, comparesRows } from './calculation-settings.tsx'
import { CALCULATION_LABELS } from './calculations.ts'
import {
  aggregationLabel,
  allowedAggregations,
  allowedFormats,
  formatLabel,
  hasTotal,
  totalDescription,
} from './column-choices.ts'
import { GroupSettings } from './group-settings.tsx'
import type { DraftColumn, ReportDraft } from './report-draft.ts'

interface ColumnSettingsProps {
  readonly column: DraftColumn
  readonly known: CatalogColumn
  readonly index: number
  readonly problem: string | null
}

/** Name, aggregation, format and total of a column; only valid options are offered. */
const ColumnSettings = ({ column, known, index, problem }: ColumnSettingsProps) => {
  const { draft, edit } = useBuilder()
  const change = (next: Partial<DraftColumn>, field?: string): void =>
    edit({ kind: 'columnChanged', index, change: next }, field)
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
  const calculation = draft.calculations.find(({ columnId }) => columnId === column.columnId)
  return (
    <>
      {calculation === undefined ? (
        <>
          <p className="hint">{known.description}</p>
          <TextInput
            size="xs"
            label="Column name"
            placeholder={aggregatedName(known.displayName, column.aggregation)}
            maxLength={200}
            value={column.displayName ?? ''}
            onChange={({ currentTarget: { value } }) =>
              change({ displayName: value === '' ? null : value }, `columnName.${index}`)
            }
          />
        </>
      ) : (
        <CalculationSettings {...{ calculation, problem }} />
      )}
      {draft.isGrouped && aggregations.length > 1 ? (
        <NativeSelect
          size="xs"
          label="Summarize by"
          value={column.aggregation}
          data={aggregations.map((value) => ({ value, label: aggregationLabel(value, known.kind) }))}
          onChange={({ currentTarget }) => handleAggregation(currentTarget.value)}
        />
      ) : null}
      {draft.isGrouped && known.kind === 'dimension' && column.aggregation === 'None' ? (
        <GroupSettings known={known} />
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
      {hasTotal(known, column.aggregation) && !comparesRows(calculation) ? (
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

export interface ColumnCardProps {
  readonly column: DraftColumn
  /** null: the type no longer has the column */
  readonly known: CatalogColumn | null
  readonly index: number
  readonly name: string
  readonly isFirst: boolean
  readonly isLast: boolean
  readonly problem: string | null
  /** its settings are shown */
  readonly isOpen: boolean
  readonly onToggle: () => void
  readonly onMove: (by: 1 | -1) => void
  /** null: it is dragged nowhere */
  readonly onDrag: (() => void) | null
  readonly onRemove: () => void
}

const roleOf = (
  { column, known }: ColumnCardProps,
  { isGrouped, calculations }: Pick<ReportDraft, 'isGrouped' | 'calculations'>,
): string => {
  const calculation = calculations.find(({ columnId }) => columnId === column.columnId)
  if (known === null) return 'Unknown'
  if (calculation !== undefined) return CALCULATION_LABELS[calculation.kind]
  const isPlain = column.aggregation === 'None' || (known.kind === 'dimension' && !isGrouped)
  return isPlain ? '' : aggregationLabel(column.aggregation, known.kind)
}

/** A column of the report: Alt with arrow keys moves it, Enter opens its settings. */
export const ColumnCard = (props: ColumnCardProps) => {
  const { column, known, index, name, isFirst, isLast, isOpen, problem, onToggle, onMove, onDrag, onRemove } = props
  const { draft } = useBuilder()
  const id = useId()
  const role = roleOf(props, draft)
  const isCalculated = draft.calculations.some(({ columnId }) => columnId === column.columnId)
  const handleKey = (event: KeyboardEvent): void => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <div className={classes.card} data-problem={problem !== null} onKeyDown={handleKey} role="none">
      <div
        role="none"
        className={classes.cardHead}
        draggable={onDrag !== null}
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = 'move'
          onDrag?.()
        }}
      >
        <button
          type="button"
          className={`bare-button ${classes.cardName}`}
          data-action="name"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onClick={onToggle}
        >
          <IconChevronDown size={14} className={classes.chevron} data-open={isOpen} aria-hidden />
          <span className={classes.cardText} title={name}>
            {name}
          </span>
          {role === '' ? null : <span className={classes.cardRole}>{role}</span>}
        </button>
        <ActionIcon data-action="up" aria-label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)}>
          <IconArrowUp size={14} />
        </ActionIcon>
        <ActionIcon data-action="down" aria-label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)}>
          <IconArrowDown size={14} />
        </ActionIcon>
        <ActionIcon aria-label={`Remove ${name}`} onClick={onRemove}>
          <IconX size={14} />
        </ActionIcon>
      </div>
      {problem === null || (isOpen && isCalculated) ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <div id={id} hidden={!isOpen} className={classes.cardBody}>
        {isOpen && known !== null ? <ColumnSettings {...{ column, known, index, problem }} /> : null}
      </div>
    </div>
  )
}
