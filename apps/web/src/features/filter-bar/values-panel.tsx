import { Button, Checkbox, FocusTrap, Group, SegmentedControl, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOptions } from '#domain/code-labels.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import type { BarFilter } from './bar-view.ts'
import { valueLabel } from './column-labels.ts'
import classes from './filter-bar.module.css'

/** Values that are listed; others can be found by typing them. */
const MAX_VALUES = 300

interface ValueChoices {
  /** null: not loaded */
  readonly values: readonly (string | null)[] | null
  readonly error: unknown
}

/** The values of a column: its codes, or what the records of the first report type that has it contain. */
const useValues = (columnId: string, reportTypes: readonly string[]): ValueChoices => {
  const { queries } = useRuntime()
  const catalog = useReportCatalog()
  const type = catalog.data?.reportTypes.find(
    ({ reportType, columns }) =>
      reportTypes.includes(reportType) && columns.some((column) => column.columnId === columnId && !column.filterOnly),
  )
  const column = type?.columns.find((one) => one.columnId === columnId)
  const codes =
    column?.choices ??
    (type && column?.type === 'enum' ? codeOptions(type.reportType, columnId).map(({ value }) => value) : [])
  const isQueried = type !== undefined && codes.length === 0 && column?.type !== 'boolean'
  const definition = { reportType: type?.reportType ?? '', columns: [{ columnId }], groupColumns: [columnId] }
  const found = useQuery(
    queries.reports.query.queryOptions({
      input: { definition, pageSize: MAX_VALUES },
      enabled: isQueried,
      retry: false,
    }),
  )
  const error = catalog.error ?? found.error
  if (column?.type === 'boolean') return { values: ['true', 'false'], error }
  if (codes.length > 0) return { values: codes, error }
  const rows = found.data?.rows.map(([cell]) =>
    cell === null || cell === undefined || cell === '' ? null : String(cell),
  )
  return { values: rows ?? null, error }
}

interface ValuesPanelProps {
  readonly filter: BarFilter
  readonly title: string
  readonly reportTypes: readonly string[]
  readonly onApply: (filter: BarFilter) => void
}

const optionKey = (value: string | null): string => (value === null ? 'blank' : `=${value}`)

/** The values of one dimension as a list to choose from. */
export const ValuesPanel = ({ filter, title, reportTypes, onApply }: ValuesPanelProps) => {
  const formats = useFormats()
  const { values, error } = useValues(filter.columnId, reportTypes)
  const [chosen, setChosen] = useState<readonly (string | null)[]>(filter.values)
  const [exclude, setExclude] = useState(filter.exclude)
  const [search, setSearch] = useState('')
  const known = [...new Set([...filter.values, ...(values ?? [])])].map((value) => ({
    value,
    label: valueLabel(filter.columnId, value, formats),
  }))
  const shown = known.filter(({ label }) => label.toLowerCase().includes(search.trim().toLowerCase()))
  const toggle = (value: string | null): void =>
    setChosen(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  return (
    <FocusTrap active>
      <Stack
        component="form"
        gap={8}
        onSubmit={(event) => {
          event.preventDefault()
          onApply({ ...filter, values: chosen, exclude })
        }}
      >
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={`How ${title} is compared`}
          value={exclude ? 'not' : 'any'}
          onChange={(value) => setExclude(value === 'not')}
          data={[
            { value: 'any', label: 'is any of' },
            { value: 'not', label: 'is none of' },
          ]}
        />
        {known.length > 8 ? (
          <TextInput
            size="xs"
            aria-label={`Search ${title}`}
            placeholder="Search"
            value={search}
            onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          />
        ) : null}
        {error ? (
          <Text size="sm">{firstMessage(error, 'The values couldn’t be loaded. Please try again.')}</Text>
        ) : null}
        {values === null && !error ? <Skeleton height={120} /> : null}
        <fieldset className={classes.values} aria-label={title}>
          {shown.map(({ value, label }) => (
            <Checkbox
              key={optionKey(value)}
              size="sm"
              label={label}
              checked={chosen.includes(value)}
              onChange={() => toggle(value)}
            />
          ))}
          {values !== null && shown.length === 0 ? <Text size="sm">No matches</Text> : null}
        </fieldset>
        <Group justify="space-between" gap={8}>
          <Button size="xs" variant="subtle" color="gray" disabled={chosen.length === 0} onClick={() => setChosen([])}>
            Clear
          </Button>
          <Button size="xs" type="submit">
            Apply
          </Button>
        </Group>
      </Stack>
    </FocusTrap>
  )
}
