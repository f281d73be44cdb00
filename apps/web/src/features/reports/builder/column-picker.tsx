import { Button, Popover, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import type { CatalogColumn } from '#contract/reports.ts'
import classes from './builder.module.css'
import { useBuilder } from './builder-context.tsx'

const holds = (text: string, wanted: string): boolean => text.toLowerCase().includes(wanted)

const matching = (columns: readonly CatalogColumn[], search: string): readonly CatalogColumn[] => {
  const wanted = search.trim().toLowerCase()
  return columns.filter(
    ({ displayName, description, filterOnly }) =>
      !filterOnly && (wanted === '' || holds(displayName, wanted) || holds(description, wanted)),
  )
}

/** Every column of the type with its description. */
export const ColumnPicker = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
      width="min(360px, calc(100vw - 32px))"
    >
      <Popover.Target>
        <Button size="compact-sm" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => setOpen(!isOpen)}>
          Add column
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Add column">
        <PickerList />
      </Popover.Dropdown>
    </Popover>
  )
}

const PickerList = () => {
  const { type } = useBuilder()
  const [search, setSearch] = useState('')
  const found = matching(type.columns, search)
  return (
    <div className={classes.picker}>
      <TextInput
        aria-label="Search columns"
        placeholder="Search columns"
        leftSection={<IconSearch size={14} aria-hidden />}
        value={search}
        data-autofocus
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
      />
      <div className={classes.pickerList}>
        <PickerGroup title="Measures" columns={found.filter(({ kind }) => kind === 'measure')} />
        <PickerGroup title="Dimensions" columns={found.filter(({ kind }) => kind === 'dimension')} />
        {found.length === 0 ? <p className={classes.hint}>No matching columns</p> : null}
      </div>
    </div>
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
          className={classes.pickerColumn}
          onClick={() => edit({ kind: 'columnAdded', columnId })}
        >
          <span className={classes.pickerName}>
            {displayName}
            {shown.has(columnId) ? <span className={classes.pickerMark}>added</span> : null}
          </span>
          {description === displayName ? null : <span className={classes.hint}>{description}</span>}
        </button>
      ))}
    </fieldset>
  )
}
