import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { PathLink } from '../page-link.tsx'
import classes from './data-grid.module.css'
import type { GridCell, GridColumn, GridCoordinate } from './grid-types.ts'

interface CellContentProps {
  readonly cell: GridCell
  /** -1: reached by the keys of the table */
  readonly tabIndex?: -1
  readonly onOpen: () => void
}

export const CellContent = (props: CellContentProps) => {
  const { note, isMuted = false, verdict } = props.cell
  if (note === undefined && verdict === undefined) return <CellValue {...props} />
  const Tag = verdict === undefined ? 'span' : 'strong'
  return (
    <Tag className={classes.noted} data-muted={isMuted} data-verdict={verdict}>
      <CellValue {...props} /> <span className={classes.note}>{note}</span>
    </Tag>
  )
}

const CellValue = ({ cell, tabIndex, onOpen }: CellContentProps) => {
  const { text, href, canOpen = false, change } = cell
  if (href !== undefined) {
    return (
      <PathLink href={href} tabIndex={tabIndex} className={classes.link}>
        {text}
      </PathLink>
    )
  }
  if (change !== undefined) return <Change {...cell} change={change} />
  if (!canOpen) return text
  return (
    <button type="button" tabIndex={tabIndex} className={classes.open} onClick={onOpen}>
      {text}
    </button>
  )
}

/** The change in percent; the amount stands in its place while the cell is pointed at or current. */
const Change = ({ text, change, spoken = text }: GridCell & Required<Pick<GridCell, 'change'>>) => {
  const Arrow = change.arrow === 'down' ? IconArrowDownRight : IconArrowUpRight
  return (
    <span className={classes.change} data-verdict={change.verdict}>
      <span aria-hidden className={classes.changeText}>
        {change.arrow === null ? null : <Arrow size={14} stroke={2.2} />}
        {change.signed === null ? (
          text
        ) : (
          <>
            <span className={classes.percent}>{change.signed.percent}</span>
            <span className={classes.absolute}>{change.signed.absolute}</span>
          </>
        )}
      </span>
      <VisuallyHidden>{spoken}</VisuallyHidden>
    </span>
  )
}

interface GridRowProps {
  /** unique in the page; cells append their column */
  readonly id: string
  /** index in the whole table, from 0 */
  readonly index: number
  readonly columns: readonly GridColumn[]
  /** how many of the first columns stay in view */
  readonly pinned: number
  /** null: loading */
  readonly cells: readonly GridCell[] | null
  /** the current cell of the table */
  readonly active: GridCoordinate
  /** pixels from the bottom, for a sticky row */
  readonly bottom?: number
  readonly onPick: (place: GridCoordinate) => void
  readonly onOpen: (place: GridCoordinate) => void
}

/** A row of the table. */
export const GridRow = ({ id, index, columns, pinned, cells, active, bottom, onPick, onOpen }: GridRowProps) => (
  <tr aria-rowindex={index + 2}>
    {columns.map(({ key, isNumeric }, column) => {
      const cell = cells?.[column]
      const position = { row: index, column }
      return (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the table itself holds the focus and reads the keys
        <td
          key={key}
          id={`${id}-${index}-${column}`}
          data-numeric={isNumeric}
          data-active={active.row === index && active.column === column}
          title={cell !== undefined && !isNumeric ? cell.text : undefined}
          data-pinned={column < pinned}
          style={{ bottom, left: column < pinned ? `var(--grid-left-${column})` : undefined }}
          onClick={() => onPick(position)}
        >
          {cell === undefined ? (
            <span className={classes.waiting} />
          ) : (
            <CellContent cell={cell} tabIndex={-1} onOpen={() => onOpen(position)} />
          )}
        </td>
      )
    })}
  </tr>
)
