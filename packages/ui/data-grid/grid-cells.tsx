import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { type MouseEvent, memo } from 'react'
import classes from './data-grid.module.css'
import type { GridCell, GridColumn } from './grid-types.ts'

interface CellContentProps {
  readonly cell: GridCell
  /** default: reached by the keys of the table */
  readonly tabIndex?: number
  readonly onOpen: () => void
  readonly onFollow: (href: string) => void
}

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Links and buttons in cells respond to the pointer; Enter is handled by the table, which has the focus. */
export const CellContent = ({ cell, tabIndex = -1, onOpen, onFollow }: CellContentProps) => {
  const { text, href, canOpen = false, change, spoken } = cell
  if (href !== undefined) {
    const handleClick = (event: MouseEvent): void => {
      if (!isPlainClick(event)) return
      event.preventDefault()
      onFollow(href)
    }
    return (
      <a href={href} tabIndex={tabIndex} className={classes.link} onClick={handleClick}>
        {text}
      </a>
    )
  }
  if (change !== undefined) return <Change text={text} change={change} spoken={spoken ?? text} />
  if (!canOpen) return text
  return (
    <button type="button" tabIndex={tabIndex} className={classes.open} onClick={onOpen}>
      {text}
    </button>
  )
}

/** The change in percent; the amount stands in its place while the cell is pointed at or current. */
const Change = ({
  text,
  change,
  spoken,
}: {
  text: string
  change: NonNullable<GridCell['change']>
  spoken: string
}) => {
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

export interface GridRowProps {
  /** unique in the page; cells append their column */
  readonly id: string
  /** index in the whole table, from 0 */
  readonly index: number
  readonly columns: readonly GridColumn[]
  /** pixels from the left edge of columns that stay there; null: the column scrolls */
  readonly lefts: readonly (number | null)[]
  /** null: loading */
  readonly cells: readonly GridCell[] | null
  /** column of the current cell; null if it is in another row */
  readonly active: number | null
  /** pixels from the bottom, for a sticky row */
  readonly bottom?: number
  readonly onPick: (row: number, column: number) => void
  readonly onOpen: (row: number, column: number) => void
  readonly onFollow: (href: string) => void
}

/** A row of the table. */
export const GridRow = memo((props: GridRowProps) => {
  const { id, index, columns, lefts, cells, active, bottom, onPick, onOpen, onFollow } = props
  return (
    <tr aria-rowindex={index + 2}>
      {columns.map(({ key, isNumeric }, place) => {
        const cell = cells?.[place]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the table itself holds the focus and reads the keys
          <td
            key={key}
            id={`${id}-${place}`}
            data-numeric={isNumeric}
            data-active={active === place}
            title={cell !== undefined && !isNumeric ? cell.text : undefined}
            data-pinned={lefts[place] !== null}
            style={{ bottom, left: lefts[place] ?? undefined }}
            onClick={() => onPick(index, place)}
          >
            {cell === undefined ? (
              <span className={classes.waiting} />
            ) : (
              <CellContent cell={cell} onOpen={() => onOpen(index, place)} onFollow={onFollow} />
            )}
          </td>
        )
      })}
    </tr>
  )
})
