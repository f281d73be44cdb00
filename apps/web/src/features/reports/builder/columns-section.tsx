import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useRef, useState } from 'react'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'
import { BuilderSection } from './builder-section.tsx'
import { ColumnCard } from './column-card.tsx'
import { ColumnPicker } from './column-picker.tsx'
import { problemAt } from './field-problems.ts'
import { type DraftColumn, findColumn } from './report-draft.ts'

/** A unique key per card, even if a column is shown twice. */
const keysOf = (columns: readonly DraftColumn[]): readonly string[] =>
  columns.map(({ columnId }, place) => {
    const before = columns.slice(0, place).filter((column) => column.columnId === columnId).length
    return `${columnId}.${before}`
  })

const ROWS = [
  { value: 'groups', label: 'Grouped' },
  { value: 'records', label: 'Individual records' },
]

/** Grouping, and the columns in order. */
export const ColumnsSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const list = useRef<HTMLOListElement>(null)
  const [spoken, setSpoken] = useState('')
  const keys = keysOf(draft.columns)
  const { length } = draft.columns

  const handleMove = (place: number, to: number, name: string): void => {
    if (to < 0 || to >= length) return
    edit({ kind: 'columnMoved', place, to })
    setSpoken(`${name} moved to position ${to + 1} of ${length}`)
    // A card moved in the DOM loses the focus.
    const held = document.activeElement?.getAttribute('data-action')
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-place="${to}"] [data-action="${held ?? 'name'}"]`)?.focus(),
    )
  }
  const handleRemove = (place: number, name: string): void => {
    edit({ kind: 'columnRemoved', place })
    setSpoken(`${name} removed`)
    const next = Math.min(place, length - 2)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-place="${next}"] [data-action="name"]`)?.focus(),
    )
  }

  return (
    <BuilderSection
      title="Columns"
      action={<ColumnPicker />}
      problem={problemAt(problems, 'groupColumns') ?? (length === 0 ? 'Add at least one column' : null)}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Row type"
        data={ROWS}
        value={draft.isGrouped ? 'groups' : 'records'}
        onChange={(value) => edit({ kind: 'grouped', isGrouped: value === 'groups' })}
      />
      <p className={classes.hint}>
        {draft.isGrouped
          ? 'One row per combination of the grouped columns.'
          : `One row per record (${type.title.toLowerCase()}).`}
      </p>
      <ol ref={list} className={classes.cards} aria-label="Selected columns">
        {draft.columns.map((column, place) => {
          const name = column.displayName ?? findColumn(type, column.columnId)?.displayName ?? column.columnId
          return (
            <li key={keys[place]} data-place={place}>
              <ColumnCard
                {...{ column, place, name }}
                known={findColumn(type, column.columnId)}
                isFirst={place === 0}
                isLast={place === length - 1}
                problem={problemAt(problems, 'columns', place)}
                onMove={(by) => handleMove(place, place + by, name)}
                onRemove={() => handleRemove(place, name)}
              />
            </li>
          )
        })}
      </ol>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </BuilderSection>
  )
}
