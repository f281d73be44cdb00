import { ActionIcon, Button, NativeSelect } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { cardColumns } from './card-facts.ts'
import classes from './card-list.module.css'
import type { DataGridProps } from './data-grid.tsx'
import { CellContent } from './grid-cells.tsx'
import type { GridCell } from './grid-types.ts'

type CardListProps = Pick<
  DataGridProps,
  'caption' | 'columns' | 'rowCount' | 'rowAt' | 'feet' | 'isBusy' | 'onVisible' | 'onSort' | 'onOpen'
>

/** Rows that are added at a time. */
const STEP = 30

/** Rows of a table as cards, for screens on which its columns do not fit: names and values below each other. */
export const CardList = (props: CardListProps) => {
  const { caption, columns, rowCount, rowAt, feet = [], isBusy = false, onVisible, onSort, onOpen } = props
  const [wanted, setWanted] = useState(STEP)
  const shown = Math.min(wanted, rowCount)
  // All of them, since what is out of the rows in view may be forgotten.
  useEffect(() => onVisible?.(0, shown), [onVisible, shown])
  const cardProps = { columns, onOpen }
  return (
    <section aria-label={caption} aria-busy={isBusy} className={classes.list} data-busy={isBusy}>
      <SortField columns={columns} onSort={onSort} />
      {Array.from({ length: shown }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names of their own
        <Card key={row} cells={rowAt(row)} row={row} {...cardProps} />
      ))}
      {feet.map(({ key, cells }, index) => (
        <Card key={key} cells={cells} row={rowCount + index} isTotal {...cardProps} />
      ))}
      {shown < rowCount ? (
        <Button variant="default" fullWidth onClick={() => setWanted(shown + STEP)}>
          Show more
        </Button>
      ) : null}
    </section>
  )
}

const SortField = ({ columns, onSort }: Pick<CardListProps, 'columns' | 'onSort'>) => {
  const sortable = columns.filter(({ canSort }) => canSort)
  const sorted = sortable.find(({ sort }) => sort !== null)
  const Arrow = sorted?.sort === 'asc' ? IconArrowUp : IconArrowDown
  if (sortable.length < 2) return null
  return (
    <div className={classes.sort}>
      <NativeSelect
        aria-label="Sort by"
        className={classes.sortField}
        data={[
          ...(sorted === undefined ? [{ value: '', label: 'Sort by' }] : []),
          ...sortable.map(({ key, title }) => ({ value: key, label: `Sort by ${title}` })),
        ]}
        value={sorted?.key ?? ''}
        onChange={({ currentTarget }) => onSort(currentTarget.value, 'next')}
      />
      {sorted === undefined ? null : (
        <Button
          variant="default"
          px={12}
          aria-label={sorted.sort === 'asc' ? 'Ascending, reverse the order' : 'Descending, reverse the order'}
          onClick={() => onSort(sorted.key, 'next')}
        >
          <Arrow size={16} aria-hidden />
        </Button>
      )}
    </div>
  )
}

interface CardProps extends Pick<CardListProps, 'columns' | 'onOpen'> {
  /** null: not loaded */
  readonly cells: readonly GridCell[] | null
  readonly row: number
  readonly isTotal?: boolean
}

/** A name and three facts; the others unfold. A total shows all of its numbers. */
const Card = ({ cells, columns, row, isTotal = false, onOpen }: CardProps) => {
  const [isOpen, setOpen] = useState(false)
  if (cells === null) return <div className={classes.card} data-waiting="true" />
  const content = (index: number) => {
    const cell = cells[index]
    return cell === undefined || cell.text === '' ? null : (
      <CellContent cell={cell} onOpen={() => onOpen({ row, column: index })} />
    )
  }
  const { head, facts, others } = cardColumns(columns)
  const canFold = !isTotal && others.length > 0
  const shown = isTotal || isOpen ? [...facts, ...others] : facts
  const Chevron = isOpen ? IconChevronUp : IconChevronDown
  return (
    <article className={classes.card} data-total={isTotal || undefined}>
      <div className={classes.head}>
        {head < 0 ? null : <h2 className={classes.name}>{content(head)}</h2>}
        {canFold ? (
          <ActionIcon
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} all values of ${cells[head]?.text ?? 'this row'}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      <dl className={classes.values}>
        {shown.map((index) => {
          const column = columns[index]
          if (column === undefined || content(index) === null) return null
          const change = columns.findIndex(({ changeOf }) => changeOf === column.key)
          return (
            <div key={column.key} className={classes.value}>
              <dt>{column.title}</dt>
              <dd data-numeric={column.isNumeric}>
                {content(index)} {change < 0 ? null : content(change)}
              </dd>
            </div>
          )
        })}
      </dl>
    </article>
  )
}
