import { NativeSelect, TextInput } from '@mantine/core'
import { CALCULATION_KINDS } from '#domain/report-terms.ts'
import { useBuilder } from './builder-context.tsx'
import { CALCULATION_LABELS, type Calculation, expressionProblem } from './calculations.ts'
import { ExpressionField } from './expression-field.tsx'
import { draftGroups, findColumn } from './report-draft.ts'

const KINDS = CALCULATION_KINDS.map((value) => ({ value, label: CALCULATION_LABELS[value] }))

const DIRECTIONS = [
  { value: 'desc', label: 'Highest value first' },
  { value: 'asc', label: 'Lowest value first' },
]

/** Numbers that depend on other rows have no total. */
export const comparesRows = (calculation: Calculation | undefined): boolean =>
  calculation !== undefined && ['runningTotal', 'difference', 'rank'].includes(calculation.kind)

interface CalculationSettingsProps {
  readonly calculation: Calculation
  /** from the server; null: none */
  readonly problem: string | null
}

/** Name, kind and values of a calculated column. */
export const CalculationSettings = ({ calculation, problem }: CalculationSettingsProps) => {
  const { type, draft, edit } = useBuilder()
  const { columnId, displayName, kind, of } = calculation
  const change = (next: Partial<Calculation>, field?: string): void =>
    edit({ kind: 'calculationChanged', columnId, change: next }, field && `${columnId}.${field}`)
  const others = {
    ...type,
    columns: type.columns.filter((one) => !draft.calculations.some((own) => own.columnId === one.columnId)),
  }
  const error = expressionProblem(others, calculation) ?? problem
  const handleKind = (text: string): void => {
    const next = KINDS.find(({ value }) => value === text)?.value
    if (next !== undefined) change({ kind: next })
  }
  return (
    <>
      <TextInput
        size="xs"
        label="Column name"
        required
        maxLength={200}
        value={displayName}
        error={displayName.trim() === '' ? 'This field is required' : null}
        onChange={({ currentTarget }) => change({ displayName: currentTarget.value }, 'name')}
      />
      <NativeSelect
        size="xs"
        label="Calculation"
        value={kind}
        data={KINDS}
        onChange={({ currentTarget }) => handleKind(currentTarget.value)}
      />
      <ExpressionField
        type={others}
        label={kind === 'rank' ? 'Rank by' : 'Of'}
        value={of}
        {...{ error }}
        onChange={(next) => change({ of: next }, 'of')}
      />
      {comparesRows(calculation) ? <RowOrder {...{ calculation, change }} /> : null}
    </>
  )
}

interface RowOrderProps {
  readonly calculation: Calculation
  readonly change: (next: Partial<Calculation>) => void
}

/** Which rows are compared, and in which order. */
const RowOrder = ({ calculation: { kind, along, direction }, change }: RowOrderProps) => {
  const { type, draft } = useBuilder()
  const groups = draftGroups(type, draft).map((value) => ({
    value,
    label: findColumn(type, value)?.displayName ?? value,
  }))
  const whole = { value: '', label: kind === 'rank' ? 'All rows' : 'All rows in sort order' }
  return (
    <>
      {kind === 'rank' ? (
        <NativeSelect
          size="xs"
          label="Order"
          value={direction}
          data={DIRECTIONS}
          onChange={({ currentTarget }) => change({ direction: currentTarget.value === 'asc' ? 'asc' : 'desc' })}
        />
      ) : null}
      {groups.length === 0 ? null : (
        <NativeSelect
          size="xs"
          label="Calculate across"
          description={along === null ? undefined : 'Starts over for each value of the other grouped columns'}
          value={along ?? ''}
          data={[whole, ...groups]}
          onChange={({ currentTarget }) => change({ along: currentTarget.value === '' ? null : currentTarget.value })}
        />
      )}
    </>
  )
}
