import { VisuallyHidden } from '@mantine/core'
import { useRef } from 'react'
import { MISSING, NUMBER_FORMATS } from '#charts/value-format.ts'
import classes from './data-table.module.css'
import { useEdgeFade } from './edge-fade.ts'
import { useFormats } from './formats-context.tsx'
import { AskableNumber, type NumberCoordinate } from './number-action.tsx'
import { PathLink } from './page-link.tsx'

interface TableColumn {
  readonly key: string
  readonly title: string
  readonly format: string
  /** formatted cells; absent: formatted by the column's format */
  readonly isNumeric?: boolean
}

export type TableCell = string | number | boolean | null

export interface DataTableProps {
  readonly caption: string
  readonly columns: readonly TableColumn[]
  readonly rows: readonly (readonly TableCell[])[]
  /** identifies the number in a cell; null: cannot be explained */
  readonly placeOf?: (row: number, column: number) => NumberCoordinate | null
  /** path of the page of what a cell names; null: none */
  readonly hrefOf?: (row: number, column: number) => string | null
}

const numberIn = (cell: TableCell | undefined): number | null => (typeof cell === 'number' ? cell : null)

/** A semantic table: sticky header, numbers right-aligned, missing values as a dash. */
export const DataTable = ({ caption, columns, rows, placeOf, hrefOf }: DataTableProps) => {
  const formats = useFormats()
  const ref = useRef<HTMLElement>(null)
  useEdgeFade(ref)
  // Numbers below each other have the same decimals.
  const numbers = columns.map(({ format }, index) =>
    format === 'number'
      ? formats.column(
          rows.map((row) => numberIn(row[index])),
          format,
        )
      : null,
  )
  const write = (cell: TableCell | undefined, format: string, index: number): string => {
    if (cell === null || cell === undefined || cell === '') return MISSING
    if (typeof cell === 'number' && NUMBER_FORMATS.has(format))
      return numbers[index]?.(cell) ?? formats.value(cell, format)
    if (format === 'date') return formats.day(String(cell), 'full')
    return String(cell)
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section ref={ref} className={classes.scroll} tabIndex={0} aria-label={caption}>
      <table className={classes.table}>
        <VisuallyHidden component="caption">{caption}</VisuallyHidden>
        <thead>
          <tr>
            {columns.map(({ key, title, format, isNumeric = NUMBER_FORMATS.has(format) }) => (
              <th key={key} scope="col" data-numeric={isNumeric}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows may be equal, and their place is what tells them apart
            <tr key={at}>
              {columns.map(({ key, format, isNumeric = NUMBER_FORMATS.has(format) }, index) => (
                <td key={key} data-numeric={isNumeric}>
                  <CellText
                    text={write(row[index], format, index)}
                    name={columns[index]?.title ?? ''}
                    coordinate={placeOf?.(at, index) ?? null}
                    href={hrefOf?.(at, index) ?? null}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface CellTextProps {
  readonly text: string
  readonly name: string
  readonly coordinate: NumberCoordinate | null
  readonly href: string | null
}

const CellText = ({ text, name, coordinate, href }: CellTextProps) => {
  if (href !== null)
    return (
      <PathLink href={href} className={classes.link}>
        {text}
      </PathLink>
    )
  if (coordinate === null) return text
  return (
    <AskableNumber coordinate={coordinate} name={name}>
      {text}
    </AskableNumber>
  )
}
