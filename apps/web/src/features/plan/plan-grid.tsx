import { ActionIcon, Group, Text, Tooltip } from '@mantine/core'
import { IconArrowBarToRight, IconTrash } from '@tabler/icons-react'
import { type ClipboardEvent, useState } from 'react'
import { type Formats, MISSING } from '#charts/value-format.ts'
import { formatCode } from '#domain/code-labels.ts'
import { addMonths, type LocalDay, monthLabel } from '#domain/ranges/local-day.ts'
import { isCost, type PlanBreakdown, plannableMeasure } from '#domain/winery-plan.ts'
import { changeText, type Verdict } from '#ui/comparison.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { right, ScrollTable } from '#web/app/listing.tsx'
import classes from './plan.module.css'
import { type Amounts, type Coordinate, type Editing, fillRight, parseAmount, pasteAt, totalOf } from './plan-draft.ts'
import { parseClipboard } from './read-table.ts'

interface PlanGridProps extends Editing {
  readonly isReadOnly: boolean
  readonly today: LocalDay
}

/** A row of a measure by the name of its value; `title`: of the measure. */
export const rowName = (value: string | null, breakdown: PlanBreakdown, title: string): string => {
  if (value === null) return breakdown === 'none' ? title : `No ${BREAKDOWN_TITLES[breakdown].toLowerCase()}`
  return breakdown === 'channel' ? formatCode('channel', value) : value
}

export const BREAKDOWN_TITLES = { none: 'Total only', channel: 'Sales channel', club: 'Club', location: 'Location' }

const withYear = (amounts: Amounts): Amounts => [
  ...amounts,
  amounts.every((one) => one === null) ? null : amounts.reduce<number>((sum, one) => sum + (one ?? 0), 0),
]

interface SumCell {
  readonly text: string
  readonly percent?: string | undefined
  readonly verdict?: Verdict
}

/** Totals by month and of the year; of the months that are over and planned also what they brought, next to the plan. */
const sumRows = ({ measure: { measure: id }, planned, actual, months, today }: PlanGridProps, formats: Formats) => {
  // only the year has room for a currency
  const formatAt = (index: number) => (index === 12 && plannableMeasure(id).unit === 'money' ? 'currency' : 'integer')
  const write = (value: number | null, index: number): SumCell => ({ text: formats.figure(value, formatAt(index)) })
  const isOver = months.map(
    (month, at) => addMonths(month, 1) <= today && planned[at] !== null && typeof actual[at] === 'number',
  )
  const [due = [], came = []] = [planned, actual].map((amounts) =>
    withYear(isOver.map((isCompared, at) => (isCompared ? (amounts[at] ?? null) : null))),
  )
  const compare = (value: number | null, index: number): SumCell => {
    const sums = { value, previous: due[index] ?? null, format: formatAt(index) }
    const { word, signed, verdict } = changeText({ ...sums, goodDirection: isCost(id) ? 'down' : 'up' }, formats)
    return { text: signed?.absolute ?? word, percent: signed?.percent, verdict }
  }
  const total = { name: 'Total', cells: withYear(planned).map(write) }
  if (came.at(-1) === null) return [total]
  const until = `through ${formats.month(months[isOver.lastIndexOf(true)] ?? '')}`
  return [
    total,
    { name: `Actual ${until}`, cells: came.map(write) },
    { name: `Variance ${until}`, cells: came.map(compare) },
  ]
}

/** Amounts by month. A block that is copied from a spreadsheet is pasted from the cell on. */
export const PlanGrid = (props: PlanGridProps) => {
  const { measure, months, decimal, isReadOnly, onChange } = props
  const formats = useFormats()
  const [active, setActive] = useState<Coordinate | null>(null)
  const { breakdown, rows } = measure
  const { title, unit } = plannableMeasure(measure.measure)
  const labels = months.map((month) => monthLabel(month.slice(0, 7)))
  const unitFormat = unit === 'money' ? 'currency' : 'integer'
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
                  placeholder={MISSING}
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
                  {isReadOnly || breakdown === 'none' ? null : (
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
                {formats.figure(totalOf(cells, decimal), unitFormat)}
              </Group>
            </td>
          </tr>
        )
      })}
      {sumRows(props, formats).map(
        ({ name, cells }) =>
          (name !== 'Total' || rows.length > 1) && (
            <tr key={name} className={classes.sum}>
              <th scope="row">{name}</th>
              {cells.map(({ text, percent, verdict }, index) => (
                <td key={labels[index] ?? 'year'} className={classes.total} data-verdict={verdict}>
                  {text}
                  {percent && <Text size="xs">{percent}</Text>}
                </td>
              ))}
            </tr>
          ),
      )}
      {rows.length === 0 && (
        <tr>
          <td colSpan={columns.length}>No rows yet. Add one below, or import a file.</td>
        </tr>
      )}
    </ScrollTable>
  )
}
