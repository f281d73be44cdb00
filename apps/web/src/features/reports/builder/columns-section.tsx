import { Button, Group, Menu, Popover, SegmentedControl, Stack, TextInput, VisuallyHidden } from '@mantine/core'
import { IconMathFunction, IconPlus, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { aggregatedName, CALCULATION_KINDS, type CalculationKind } from '#domain/report-terms.ts'
import { AREAS, type Area, columnsByArea, dropInto, type Move, step } from './areas.ts'
import classes from './builder.module.css'
import { BuilderSection, useBuilder } from './builder-context.tsx'
import { CALCULATION_LABELS } from './calculations.ts'
import { ColumnCard } from './column-card.tsx'
import { offeredColumns } from './column-choices.ts'
import { type FieldProblem, problemAt } from './field-problems.ts'
import { type DraftColumn, findColumn, type ReportDraft, type ReportType, usedCalculations } from './report-draft.ts'

const holds = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted)

const matching = (columns: readonly CatalogColumn[], search: string): readonly CatalogColumn[] => {
  const wanted = search.trim().toLowerCase()
  return columns.filter(
    ({ displayName, description }) => wanted === '' || holds(displayName, wanted) || holds(description, wanted),
  )
}

/** Every column of the type with its description. */
const ColumnPicker = () => (
  <Popover position="bottom-end" trapFocus returnFocus shadow="md" width="min(360px, calc(100vw - 32px))">
    <Popover.Target>
      <Button size="xs" variant="default" leftSection={<IconPlus size={16} aria-hidden />}>
        Add field
      </Button>
    </Popover.Target>
    <Popover.Dropdown aria-label="Add field">
      <PickerList />
    </Popover.Dropdown>
  </Popover>
)

const PickerList = () => {
  const { type, draft, edit } = useBuilder()
  const [search, setSearch] = useState('')
  const found = matching(offeredColumns(type.columns, draft.isGrouped), search)
  const shown = new Set(draft.columns.map(({ columnId }) => columnId))
  // As they are listed.
  const first = ['measure', 'dimension']
    .flatMap((kind) => found.filter((column) => column.kind === kind))
    .find(({ columnId }) => !shown.has(columnId))
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || search.trim() === '' || first === undefined) return
    event.preventDefault()
    edit({ kind: 'columnAdded', columnId: first.columnId })
    setSearch('')
  }
  return (
    <Stack gap={8}>
      <TextInput
        aria-label="Search fields"
        placeholder="Search fields"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        onKeyDown={handleKey}
      />
      <div className={classes.pickerList}>
        <PickerGroup title="Values" columns={found.filter(({ kind }) => kind === 'measure')} />
        <PickerGroup
          title={draft.isGrouped ? 'Rows and columns' : 'Details'}
          columns={found.filter(({ kind }) => kind === 'dimension')}
        />
        {found.length === 0 ? <p className="hint">No matching fields</p> : null}
      </div>
    </Stack>
  )
}

const PickerGroup = ({ title, columns }: { title: string; columns: readonly CatalogColumn[] }) => {
  const { draft, edit } = useBuilder()
  if (columns.length === 0) return null
  const shown = new Set(draft.columns.map(({ columnId }) => columnId))
  return (
    <fieldset className={classes.pickerGroup}>
      <legend>{title}</legend>
      {columns.map(({ columnId, displayName, description }) => (
        <button
          key={columnId}
          type="button"
          className={`bare-button ${classes.pickerColumn}`}
          onClick={() => edit({ kind: 'columnAdded', columnId })}
        >
          <span className={classes.pickerName}>
            {displayName}
            {shown.has(columnId) ? <span className={classes.pickerMark}>added</span> : null}
          </span>
          {description === displayName ? null : <span className="hint">{description}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** Kinds of calculated columns; the chosen one is added with its settings open. */
const CalculationMenu = ({ onAdd }: { readonly onAdd: (kind: CalculationKind) => void }) => (
  <Menu position="bottom-end" shadow="md">
    <Menu.Target>
      <Button size="xs" variant="default" leftSection={<IconMathFunction size={16} aria-hidden />}>
        Add calculation
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      {CALCULATION_KINDS.map((kind) => (
        <Menu.Item key={kind} onClick={() => onAdd(kind)}>
          {CALCULATION_LABELS[kind]}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** The error of a column, or of what it calculates. */
const columnProblem = (
  { problems, type, draft }: { readonly problems: readonly FieldProblem[]; type: ReportType; draft: ReportDraft },
  index: number,
): string | null => {
  const columnId = draft.columns[index]?.columnId
  const calculated = usedCalculations(type, draft).findIndex((one) => one.columnId === columnId)
  return (
    problemAt(problems, 'columns', index) ?? (calculated < 0 ? null : problemAt(problems, 'calculations', calculated))
  )
}

/** A unique key per card, even if a column is shown twice. */
const columnKeys = (columns: readonly DraftColumn[]): readonly string[] =>
  columns.map(({ columnId }, index) => {
    const before = columns.slice(0, index).filter((column) => column.columnId === columnId).length
    return `${columnId}.${before}`
  })

const ROWS = [
  { value: 'groups', label: 'Grouped' },
  { value: 'records', label: 'One row per record' },
]

const AREA_TITLES: Readonly<Record<Area, string>> = { rows: 'Rows', columns: 'Columns', values: 'Values' }

const EMPTY_AREAS: Readonly<Record<Area, string>> = {
  rows: 'Add a field to group by',
  columns: 'Drag a row here to compare side by side',
  values: 'Add a number to total',
}

interface CardListProps {
  readonly indexes: readonly number[]
  readonly keyOf: (index: number) => string
  readonly cardOf: (index: number) => ReactNode
  /** before the column with this index; null: at the end */
  readonly onDrop?: (before: number | null) => void
}

const CardList = ({ indexes, keyOf, cardOf, onDrop }: CardListProps) => (
  <ol className={`bare-list ${classes.cards}`}>
    {indexes.map((index) => (
      <li
        key={keyOf(index)}
        data-place={index}
        onDrop={(event) => {
          event.stopPropagation()
          onDrop?.(index)
        }}
      >
        {cardOf(index)}
      </li>
    ))}
  </ol>
)

/** One of the areas that columns are dragged between. */
const ColumnArea = ({ area, ...cards }: CardListProps & { readonly area: Area }) => (
  <section
    aria-label={AREA_TITLES[area]}
    className={classes.area}
    onDragOver={(event) => event.preventDefault()}
    onDrop={() => cards.onDrop?.(null)}
  >
    <h3 className={classes.areaTitle}>{AREA_TITLES[area]}</h3>
    {cards.indexes.length === 0 ? <p className={classes.emptyArea}>{EMPTY_AREAS[area]}</p> : <CardList {...cards} />}
  </section>
)

/** Grouping, and the columns in order, by area in a grouped report. */
export const ColumnsSection = () => {
  const { type, draft, problems, edit } = useBuilder()
  const list = useRef<HTMLDivElement>(null)
  const [spoken, setSpoken] = useState('')
  const keys = columnKeys(draft.columns)
  const keyOf = (index: number): string => keys[index] ?? ''
  /** place of the calculation that was just added */
  const [added, setAdded] = useState<number | null>(null)
  /** keys of cards with their settings, which stay open in another area */
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const [dragged, setDragged] = useState<number | null>(null)
  const { length } = draft.columns
  const areas = columnsByArea(type, draft)

  const move = (index: number, next: Move | null, name: string): void => {
    if (next === null) return
    const { to } = next
    edit({ kind: 'columnMoved', index, ...(draft.isGrouped ? next : { to }) })
    const area = draft.isGrouped ? `, ${AREA_TITLES[next.isAcross ? 'columns' : 'rows'].toLowerCase()}` : ''
    setSpoken(`${name} moved to position ${to + 1} of ${length}${areas.values.includes(index) ? '' : area}`)
    // A card moved in the DOM loses the focus.
    const held = document.activeElement?.getAttribute('data-action')
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-place="${to}"] [data-action="${held ?? 'name'}"]`)?.focus(),
    )
  }
  const handleCalculation = (kind: CalculationKind): void => {
    edit({ kind: 'calculationAdded', calculation: kind })
    setAdded(length)
  }
  const handleRemove = (index: number, name: string): void => {
    edit({ kind: 'columnRemoved', index })
    setSpoken(`${name} removed`)
    const next = Math.min(index, length - 2)
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-place="${next}"] [data-action="name"]`)?.focus(),
    )
  }

  const isOpen = (index: number): boolean => added === index || opened.has(keyOf(index))
  const toggle = (index: number): void => {
    const others = [...opened].filter((key) => key !== keyOf(index))
    setOpened(new Set(isOpen(index) ? others : [...others, keyOf(index)]))
    if (added === index) setAdded(null)
  }
  const nameOf = (index: number): string => {
    const { columnId = '', displayName = null, aggregation = 'None' } = draft.columns[index] ?? {}
    return displayName ?? aggregatedName(findColumn(type, columnId)?.displayName ?? columnId, aggregation)
  }
  const stepOf = (index: number, by: 1 | -1): Move | null => {
    if (draft.isGrouped) return step(type, draft, index, by)
    const to = index + by
    return to < 0 || to >= length ? null : { to, isAcross: false }
  }
  const cardOf = (index: number): ReactNode => {
    const column = draft.columns[index]
    const name = nameOf(index)
    return column === undefined ? null : (
      <ColumnCard
        {...{ column, index, name }}
        known={findColumn(type, column.columnId)}
        isFirst={stepOf(index, -1) === null}
        isLast={stepOf(index, 1) === null}
        isOpen={isOpen(index)}
        onToggle={() => toggle(index)}
        problem={columnProblem({ problems, type, draft }, index)}
        onMove={(by) => move(index, stepOf(index, by), name)}
        onDrag={draft.isGrouped ? () => setDragged(index) : null}
        onRemove={() => handleRemove(index, name)}
      />
    )
  }

  return (
    <BuilderSection
      title={draft.isGrouped ? 'Layout' : 'Columns'}
      action={
        <Group gap={6}>
          <CalculationMenu onAdd={handleCalculation} />
          <ColumnPicker />
        </Group>
      }
      problem={problemAt(problems, 'groupColumns') ?? (length === 0 ? 'Add at least one field' : null)}
    >
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label="Row type"
        data={ROWS}
        value={draft.isGrouped ? 'groups' : 'records'}
        onChange={(value) => edit({ kind: 'grouped', isGrouped: value === 'groups' })}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div ref={list} role="group" aria-label="Selected columns" className={classes.areas}>
        {draft.isGrouped ? (
          AREAS.map((area) => (
            <ColumnArea
              key={area}
              {...{ area, keyOf, cardOf }}
              indexes={areas[area]}
              onDrop={(before) => {
                if (dragged === null) return
                move(dragged, dropInto(type, draft, { index: dragged, area, before }), nameOf(dragged))
                setDragged(null)
              }}
            />
          ))
        ) : (
          <CardList {...{ keyOf, cardOf }} indexes={[...draft.columns.keys()]} />
        )}
      </div>
      <VisuallyHidden aria-live="polite">{spoken}</VisuallyHidden>
    </BuilderSection>
  )
}
