import { Button, FocusTrap, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import type { CatalogColumn } from '#contract/report-catalog.ts'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import classes from './filter-bar.module.css'
import { usualColumns } from './usual-columns.ts'

/** Dates have the range; identifiers name single records. */
const isOffered = ({ columnId, kind, type, filterOnly }: CatalogColumn): boolean =>
  kind === 'dimension' &&
  !filterOnly &&
  (type === 'text' || type === 'enum' || type === 'boolean' || /(Weekday|MonthOfYear|Hour)$/.test(columnId)) &&
  !/(Id|Number|Month|Quarter)$/.test(columnId)

interface ColumnsPanelProps {
  readonly reportTypes: readonly string[]
  /** columnIds that are in the bar */
  readonly used: readonly string[]
  readonly onChoose: (columnId: string) => void
  /** a form for filters of another kind, which takes the place of the list */
  readonly otherFilter?: ReactNode
}

/** The dimensions of the report types, to choose one: a usual one, or any of them by its name. */
export const ColumnsPanel = ({ reportTypes, used, onChoose, otherFilter }: ColumnsPanelProps) => {
  const catalog = useReportCatalog()
  const [search, setSearch] = useState('')
  const [isOther, setOther] = useState(false)
  const [isLong, setLong] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const types = catalog.data?.reportTypes.filter(({ reportType }) => reportTypes.includes(reportType)) ?? []
  const columns = new Map(
    types
      .flatMap((type) => type.columns)
      .filter((column) => isOffered(column) && !used.includes(column.columnId))
      .toReversed()
      .map((column) => [column.columnId, column] as const),
  )
  const all = [...columns.values()].toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  const few = usualColumns(all)
  const found = all.filter(({ displayName }) => displayName.toLowerCase().includes(search.trim().toLowerCase()))
  const isShort = !isLong && search.trim() === '' && few.length < all.length
  const showAll = (): void => {
    setLong(true)
    field.current?.focus()
  }
  if (isOther) return otherFilter
  return (
    <FocusTrap active>
      <Stack gap={8}>
        <TextInput
          ref={field}
          size="xs"
          aria-label="Search columns"
          placeholder="Search"
          data-autofocus
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          onKeyDown={({ key }) => {
            const [first] = found
            if (key === 'Enter' && search.trim() !== '' && first !== undefined) onChoose(first.columnId)
          }}
        />
        {catalog.isPending ? <Skeleton height={160} /> : null}
        {catalog.isError ? <Text size="sm">The columns couldn’t be loaded. Please try again.</Text> : null}
        <ul className={`bare-list ${classes.columns}`}>
          {(isShort ? few : found).map(({ columnId, displayName }) => (
            <li key={columnId}>
              <button type="button" className={`bare-button ${classes.column}`} onClick={() => onChoose(columnId)}>
                {displayName}
              </button>
            </li>
          ))}
          {isShort ? (
            <li>
              <button type="button" className={`bare-button ${classes.column}`} onClick={showAll}>
                More…
              </button>
            </li>
          ) : null}
        </ul>
        {otherFilter === undefined ? null : (
          <Button size="xs" variant="default" onClick={() => setOther(true)}>
            Other condition…
          </Button>
        )}
      </Stack>
    </FocusTrap>
  )
}
