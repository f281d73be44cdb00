import { ActionIcon, Tooltip } from '@mantine/core'
import { IconArrowBarToRight, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, useRef, useState } from 'react'
import { formatCode } from '#domain/code-labels.ts'
import { monthLabel } from '#domain/ranges/local-day.ts'
import { plannableMeasure } from '#domain/winery-plan.ts'
import { useEdgeFade } from '#ui/edge-fade.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from './plan.module.css'
import { type DraftMeasure, fillRight, parseAmount, pasteAt, totalOf } from './plan-draft.ts'
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

interface Coordinate {
  readonly row: number
  readonly month: number
}

export const rowName = (
  { breakdown }: Pick<DraftMeasure, 'breakdown'>,
  value: string | null,
  title: string,
): string => {
  if (value === null) return title
  return breakdown === 'channel' ? formatCode('channel', value) : value
}

/** Amounts by month. A block that is copied from a spreadsheet is pasted from the cell on. */
export const PlanGrid = ({ measure, months, decimal, isReadOnly, onChange }: PlanGridProps) => {
  const formats = useFormats()
  const ref = useRef<HTMLElement>(null)
  useEdgeFade(ref)
  const [active, setActive] = useState<Coordinate | null>(null)
  const { title, unit } = plannableMeasure(measure.measure)
  const { rows } = measure
  const write = (value: number | null) =>
    value === null ? '–' : formats.figure(value, unit === 'money' ? 'currency' : 'integer')
  const setCell = ({ row, month }: Coordinate, text: string): void =>
    onChange(pasteAt(measure, { row, month }, [[text]]), `${measure.measure} ${row} ${month}`)
  const paste = (at: Coordinate, event: ClipboardEvent): void => {
    const texts = parseClipboard(event.clipboardData.getData('text/plain'))
    if (texts.length === 1 && texts[0]?.length === 1) return
    event.preventDefault()
    onChange(pasteAt(measure, at, texts))
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={`${title} by month`}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">{measure.breakdown === 'none' ? 'Measure' : BREAKDOWN_TITLES[measure.breakdown]}</th>
            {months.map((month) => (
              <th key={month} scope="col">
                {monthLabel(month.slice(0, 7)).replace(/ \d\d(\d\d)$/, ' ’$1')}
              </th>
            ))}
            <th scope="col">Year</th>
            {isReadOnly ? null : (
              <th scope="col">
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, cells }, row) => {
            const name = rowName(measure, value, title)
            return (
              <tr key={value ?? ''}>
                <th scope="row">{name}</th>
                {cells.map((text, month) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the months are a fixed list
                  <td key={month}>
                    <input
                      aria-label={`${name}, ${monthLabel((months[month] ?? '').slice(0, 7))}`}
                      aria-invalid={parseAmount(text, decimal) === undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      readOnly={isReadOnly}
                      value={text}
                      onFocus={(event) => {
                        setActive({ row, month })
                        event.currentTarget.select()
                      }}
                      onPaste={(event) => !isReadOnly && paste({ row, month }, event)}
                      onChange={({ currentTarget }) => setCell({ row, month }, currentTarget.value)}
                    />
                  </td>
                ))}
                <td className={classes.total}>{write(totalOf(cells, decimal))}</td>
                {isReadOnly ? null : (
                  <td className={classes.actions}>
                    <Tooltip label="Fill right from the current month">
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        aria-label={`Fill ${name} to the right`}
                        onClick={() => onChange(fillRight(measure, row, active?.row === row ? active.month : 0))}
                      >
                        <IconArrowBarToRight size={16} aria-hidden />
                      </ActionIcon>
                    </Tooltip>
                    {value === null ? null : (
                      <Tooltip label="Remove row">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Remove ${name}`}
                          onClick={() => onChange({ ...measure, rows: rows.filter((_, index) => index !== row) })}
                        >
                          <IconTrash size={16} aria-hidden />
                        </ActionIcon>
                      </Tooltip>
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
        {rows.length < 2 ? null : (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {months.map((month, index) => (
                <td key={month}>
                  {write(
                    totalOf(
                      rows.map(({ cells }) => cells[index] ?? ''),
                      decimal,
                    ),
                  )}
                </td>
              ))}
              <td className={classes.total}>
                {write(
                  totalOf(
                    rows.flatMap(({ cells }) => cells),
                    decimal,
                  ),
                )}
              </td>
              {isReadOnly ? null : <td />}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  )
}

export const BREAKDOWN_TITLES = {
  none: 'Total only',
  channel: 'Sales channel',
  club: 'Club',
  location: 'Location',
} as const
