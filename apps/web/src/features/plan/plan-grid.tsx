import { ActionIcon, Group, Tooltip } from '@mantine/core'
import { IconArrowBarToRight, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { formatCode } from '#domain/code-labels.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { type PlanBreakdown, plannableMeasure } from '#domain/winery-plan.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'
import classes from './plan.module.css'
import { type Coordinate, type DraftMeasure, fillRight, parseAmount, pasteAt, totalOf } from './plan-draft.ts'
import { parseClipboard } from './read-table.ts'

interface PlanGridProps {
  readonly measure: DraftMeasure
  /** first days */
  readonly months: readonly string[]
  readonly decimal: string
  /** only shown */
  readonly isReadOnly: boolean
  /** `key`: of the cell that is typed in */
  readonly onChange: (measure: DraftMeasure, key?: string) => void
}

/** A row of a measure by the name of its value; `title`: of the measure. */
export const rowName = (value: string | null, breakdown: PlanBreakdown, title: string): string => {
  if (value === null) return title
  return breakdown === 'channel' ? formatCode('channel', value) : value
}

export const BREAKDOWN_TITLES = {
  none: 'Total only',
  channel: 'Sales channel',
  club: 'Club',
  location: 'Location',
} as const

/** Amounts by month. A block that is copied from a spreadsheet is pasted from the cell on. */
export const PlanGrid = ({ measure, months, decimal, isReadOnly, onChange }: PlanGridProps) => {
  const formats = useFormats()
  const [active, setActive] = useState<Coordinate | null>(null)
  const { breakdown, rows } = measure
  const { title, unit } = plannableMeasure(measure.measure)
  const labels = months.map((month) => monthLabel(month.slice(0, 7)))
  const unitFormat = unit === 'money' ? 'currency' : 'integer'
  const writeTotal = (format: string, cells: readonly string[]): string => {
    const total = totalOf(cells, decimal)
    return total === null || cells.every((text) => text === '') ? '–' : formats.figure(total, format)
  }
  const paste = (at: Coordinate, event: ClipboardEvent): void => {
    const texts = parseClipboard(event.clipboardData.getData('text/plain'))
    if (texts.length === 1 && texts[0]?.length === 1) return
    event.preventDefault()
    onChange(pasteAt(measure, at, texts))
  }
  const columns = [
    breakdown === 'none' ? 'Measure' : BREAKDOWN_TITLES[breakdown],
    // in a fiscal year, January tells where the calendar year begins
    ...labels.map((label, index) => right(label.replace(/ ..(..)$/, index > 0 && /^Jan/.test(label) ? ' ’$1' : ''))),
    right(`Year ${months.at(-1)?.slice(0, 4)}`),
  ]
  return (
    <ScrollTable label={`${title} by month`} minWidth={0} className={`numbers ${classes.grid}`} columns={columns}>
      {rows.map(({ value, cells }, row) => {
        const name = rowName(value, breakdown, title)
        return (
          <tr key={value}>
            <th scope="row">{name}</th>
            {cells.map((text, month) => (
              <td key={labels[month]}>
                <input
                  aria-label={`${name}, ${labels[month]}`}
                  aria-invalid={parseAmount(text, decimal) === undefined}
                  inputMode="decimal"
                  autoComplete="off"
                  placeholder="–"
                  readOnly={isReadOnly}
                  value={text}
                  onFocus={({ currentTarget }) => {
                    setActive({ row, month })
                    currentTarget.select()
                  }}
                  onPaste={(event) => !isReadOnly && paste({ row, month }, event)}
                  onChange={({ currentTarget }) =>
                    onChange(
                      pasteAt(measure, { row, month }, [[currentTarget.value]]),
                      `${measure.measure} ${row} ${month}`,
                    )
                  }
                />
              </td>
            ))}
            <td className={classes.total}>
              <Group justify="space-between" wrap="nowrap" gap={0}>
                <span>
                  {isReadOnly ? null : (
                    <Tooltip label="Fill right from the current month">
                      <ActionIcon
                        aria-label={`Fill ${name} to the right`}
                        onClick={() => onChange(fillRight(measure, row, active?.row === row ? active.month : 0))}
                      >
                        <IconArrowBarToRight size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  )}
                  {isReadOnly || value === null ? null : (
                    <Tooltip label="Remove row">
                      <ActionIcon
                        aria-label={`Remove ${name}`}
                        onClick={() => onChange({ ...measure, rows: rows.filter((_, index) => index !== row) })}
                      >
                        <IconTrash size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </span>
                {writeTotal(unitFormat, cells)}
              </Group>
            </td>
          </tr>
        )
      })}
      {rows.length < 2 ? null : (
        <tr>
          <th scope="row">Total</th>
          {labels.map((label, month) => (
            <td key={label} className={classes.total}>
              {writeTotal(
                'integer',
                rows.map(({ cells }) => cells[month] ?? ''),
              )}
            </td>
          ))}
          <td className={classes.total}>
            {writeTotal(
              unitFormat,
              rows.flatMap(({ cells }) => cells),
            )}
          </td>
        </tr>
      )}
      {rows.length === 0 && (
        <tr>
          <td colSpan={columns.length}>No rows yet. Add one below, or import a file.</td>
        </tr>
      )}
    </ScrollTable>
  )
}
