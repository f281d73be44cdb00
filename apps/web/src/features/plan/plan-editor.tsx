import { Button, FileButton, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconHistory, IconUpload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Plan, PlanRow } from '#contract/plans.ts'
import { findCodeLabels } from '#domain/code-labels.ts'
import { type LocalDay, monthLabel } from '#domain/ranges/local-day.ts'
import { PLAN_BREAKDOWNS, PLAN_MEASURE_IDS, type PlanMeasureId, plannableMeasure } from '#domain/winery-plan.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { useCurrentUser } from '#web/app/current-user.ts'
import { SaveBar } from '#web/app/draft/save-bar.tsx'
import { Notice } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { LastYearDialog } from './last-year-dialog.tsx'
import {
  type CellProblem,
  type DraftMeasure,
  decimalSign,
  type Editing,
  emptyRow,
  hasAmounts,
  measureOf,
  monthTotals,
  type Split,
  spreadRows,
  WHOLE,
  withSplit,
} from './plan-draft.ts'
import { BREAKDOWN_TITLES, PlanGrid, rowName } from './plan-grid.tsx'
import { readTable, withRows } from './read-table.ts'
import { usePlanDraft } from './use-plan-draft.ts'
import { YearChart } from './year-chart.tsx'

interface PlanEditorProps {
  readonly plan: Plan
  readonly canWrite: boolean
  readonly today: LocalDay
}

/** Reads a file as Base64. */
const toBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))
}

/** The amounts of a version, a measure at a time, which are saved together. */
export const PlanEditor = ({ plan, canWrite, today }: PlanEditorProps) => {
  const { queries } = useRuntime()
  const culture = useCurrentUser()?.culture ?? 'en-US'
  const decimal = decimalSign(culture)
  const { draft, problems, problem, conflict, isSaving, save } = usePlanDraft(plan, decimal)
  const [measureId, setMeasureId] = useState<PlanMeasureId>(plan.measures[0]?.measure ?? 'netSales')
  const [isFromLastYear, setFromLastYear] = useState(false)
  const { value } = draft
  const measure = measureOf(value, measureId)
  const { data: [brought] = [] } = useQuery(
    queries.plans.actuals.queryOptions({ input: { year: plan.year, measure: measureId, breakdown: 'none' } }),
  )
  const { data: paces = [] } = useQuery(queries.plans.pace.queryOptions())
  const change = (changed: DraftMeasure, key?: string): void =>
    draft.change({ ...value, [changed.measure]: changed }, key ?? null)
  const byMonth = { months: plan.months, planned: monthTotals(measure, decimal), actual: brought?.amounts ?? [] }
  const editing = { measure, decimal, ...byMonth, onChange: change }
  return (
    <Stack miw={0}>
      <Group gap={8} align="flex-end">
        <NativeSelect
          label="Measure"
          data={PLAN_MEASURE_IDS.map((id) => ({ value: id, label: plannableMeasure(id).title }))}
          value={measureId}
          onChange={({ currentTarget }) =>
            setMeasureId(PLAN_MEASURE_IDS.find((id) => id === currentTarget.value) ?? 'netSales')
          }
        />
        {canWrite && (
          <>
            <BreakdownField {...editing} lastYear={plan.year - 1} />
            <Button
              variant={hasAmounts(measure) ? 'default' : 'filled'}
              leftSection={<IconHistory size={16} aria-hidden />}
              onClick={() => setFromLastYear(true)}
            >
              Fill from {plan.year - 1}…
            </Button>
            <ImportButton {...editing} />
          </>
        )}
      </Group>
      {conflict && (
        <Notice tone="warning" role="alert">
          Someone else saved this plan first. Kept as you entered: {conflict.join(', ')}. Everything else is as they
          saved it. Check the amounts, then save again.
        </Notice>
      )}
      {problems.length > 0 && <Problems problems={problems} months={plan.months} />}
      <YearChart {...editing} pace={paces.find((one) => one.measure === measureId)} />
      <PlanGrid {...{ ...editing, today }} isReadOnly={!canWrite} />
      {canWrite && (
        <>
          <AddRow {...editing} />
          <SaveBar draft={draft} isSaving={isSaving} problem={problem} onSave={save} leaving={KEPT} />
        </>
      )}
      {isFromLastYear && <LastYearDialog {...editing} year={plan.year} onClose={() => setFromLastYear(false)} />}
    </Stack>
  )
}

const KEPT = 'Your changes aren’t saved yet. This browser keeps them until you save or discard them.'

/** What was entered by a breakdown is shown again; a new one begins with the totals, spread as last year was. */
const BreakdownField = ({ measure, decimal, lastYear, onChange }: Editing & { readonly lastYear: number }) => {
  const { api } = useRuntime()
  const { by } = plannableMeasure(measure.measure)
  const offered = PLAN_BREAKDOWNS.filter((one) => one === 'none' || by[one] !== undefined)
  const show = (breakdown: Split['breakdown'], shares: readonly PlanRow[]): void =>
    onChange(withSplit(measure, { breakdown, rows: spreadRows(measure.rows, shares, decimal) }))
  const read = useMutation({
    mutationFn: (asked: Pick<DraftMeasure, 'measure' | 'breakdown'>) => api.plans.actuals({ year: lastYear, ...asked }),
    onSuccess: (shares, asked) => {
      if (asked.measure !== measure.measure) return
      show(asked.breakdown, shares)
      const wording = `by ${BREAKDOWN_TITLES[asked.breakdown].toLowerCase()}`
      if (shares.length === 0)
        toast.failure(`No records of ${lastYear} ${wording} to start from. Enter the amounts yourself.`)
      else if (hasAmounts(measure)) toast.success(`The totals are split ${wording} as in ${lastYear}.`)
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })
  const choose = (breakdown: Split['breakdown']): void => {
    const entered = measure.others.find((one) => one.breakdown === breakdown && hasAmounts(one))
    if (entered !== undefined) onChange(withSplit(measure, entered))
    else if (breakdown === 'none') show('none', [WHOLE])
    else read.mutate({ measure: measure.measure, breakdown })
  }
  return (
    offered.length > 1 && (
      <NativeSelect
        label="Split by"
        data={offered.map((one) => ({ value: one, label: BREAKDOWN_TITLES[one] }))}
        disabled={read.isPending}
        value={read.isPending ? read.variables.breakdown : measure.breakdown}
        onChange={({ currentTarget }) => choose(offered.find((one) => one === currentTarget.value) ?? 'none')}
      />
    )
  )
}

const MOST_NAMED = 5

/** Cells that cannot be read. */
const Problems = ({ problems, months }: Pick<Editing, 'months'> & { readonly problems: readonly CellProblem[] }) => {
  const named = problems.slice(0, MOST_NAMED).map(({ measure, value, month, text }) => {
    const { title } = plannableMeasure(measure)
    const name = value === null ? title : `${title}, ${rowName(value, 'channel', title)}`
    return `“${text}” (${name}, ${monthLabel((months[month] ?? '').slice(0, 7))})`
  })
  return (
    <Notice tone="bad" role="alert">
      These amounts can’t be read: {named.join('; ')}
      {problems.length > MOST_NAMED ? ` and ${problems.length - MOST_NAMED} more` : ''}
    </Notice>
  )
}

const ImportButton = ({ measure, months, decimal, onChange }: Editing) => {
  const { api } = useRuntime()
  const read = useMutation({
    mutationFn: async (file: File) => api.plans.table({ file: await toBase64(file) }),
    onSuccess: (table) => {
      const { rows = [], unknown = [] } = readTable(table, measure, { months, decimal }) ?? {}
      if (unknown.length > 0) toast.failure(`Nothing was imported. Unknown: ${unknown.join(', ')}`)
      else if (rows.length === 0) toast.failure('This file has no table with a column for each month.')
      else onChange(withRows(measure, rows))
    },
    onError: (error) => toast.failure(firstMessage(error)),
  })
  return (
    <FileButton
      accept=".csv,.tsv,.txt,.xlsx"
      onChange={(file) => file && read.mutate(file)}
      inputProps={{ 'aria-label': 'Plan file' }}
    >
      {(props) => (
        <Button
          variant="default"
          loading={read.isPending}
          leftSection={<IconUpload size={16} aria-hidden />}
          {...props}
        >
          Import file
        </Button>
      )}
    </FileButton>
  )
}

/** Another row: a channel of the list, or the name of a club or location. */
const AddRow = ({ measure, onChange }: Editing) => {
  const [name, setName] = useState('')
  const { breakdown, rows } = measure
  if (breakdown === 'none') return null
  const add = (value: string): void => {
    if (value !== '' && !rows.some((row) => row.value === value))
      onChange({ ...measure, rows: [...rows, emptyRow(value)] })
    setName('')
  }
  if (breakdown === 'channel') {
    const free = Object.entries(findCodeLabels('channel')).filter(([code]) => !rows.some(({ value }) => value === code))
    return free.length === 0 ? null : (
      <NativeSelect
        w={220}
        aria-label="Add sales channel"
        data={[{ value: '', label: 'Add sales channel…' }, ...free.map(([value, label]) => ({ value, label }))]}
        value=""
        onChange={({ currentTarget }) => add(currentTarget.value)}
      />
    )
  }
  return (
    <Group gap={8} align="flex-end">
      <TextInput
        label={`Name of the ${breakdown}`}
        description="As your reports show it"
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button variant="default" disabled={name.trim() === ''} onClick={() => add(name.trim())}>
        Add row
      </Button>
    </Group>
  )
}
