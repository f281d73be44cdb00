import { NativeSelect, NumberInput } from '@mantine/core'
import type { ReportExpression } from '#contract/report-definition.ts'
import { CALCULATION_OPERATORS } from '#domain/report-terms.ts'
import classes from './builder.module.css'
import type { OPERATOR_SIGNS } from './calculations.ts'
import { findColumn, type ReportType } from './report-draft.ts'

/** Operations within operations that the builder offers. */
const MAX_DEPTH = 3

const OPERATOR_LABELS = {
  add: 'plus (+)',
  subtract: 'minus (−)',
  multiply: 'times (×)',
  divide: 'divided by (÷)',
} as const satisfies Record<keyof typeof OPERATOR_SIGNS, string>

/** Options that are no measures. */
const NUMBER = '#number'
const NESTED = '#nested'

const optionOf = (expression: ReportExpression): string => {
  if ('value' in expression) return NUMBER
  if ('operator' in expression) return NESTED
  return `${expression.columnId ?? expression.columnName ?? ''} ${expression.aggregation}`
}

const expressionOptions = (type: ReportType, expression: ReportExpression, hasNested: boolean) => {
  const measures = type.columns
    .filter(({ kind, aggregations }) => kind === 'measure' && aggregations.includes('None'))
    .map(({ columnId, displayName }) => ({ value: `${columnId} None`, label: displayName }))
  const chosen = optionOf(expression)
  const isOther = chosen !== NUMBER && chosen !== NESTED && measures.every(({ value }) => value !== chosen)
  const [columnId = '', aggregation = 'None'] = chosen.split(' ')
  const name = findColumn(type, columnId)?.displayName ?? columnId
  const other = isOther
    ? [{ value: chosen, label: aggregation === 'None' ? name : `${name} (${aggregation.toLowerCase()})` }]
    : []
  return [
    { group: 'Measures', items: [...other, ...measures] },
    {
      group: 'Other',
      items: [
        { value: NUMBER, label: 'A number…' },
        ...(hasNested ? [{ value: NESTED, label: 'A calculation in parentheses…' }] : []),
      ],
    },
  ]
}

interface ExpressionFieldProps {
  readonly type: ReportType
  readonly label: string
  readonly value: ReportExpression
  /** operations around this one */
  readonly depth?: number
  readonly error?: string | null
  readonly onChange: (value: ReportExpression) => void
}

/** A measure, a number, or arithmetic on two of them. */
export const ExpressionField = (props: ExpressionFieldProps) => {
  const { type, label, value, depth = 0, error = null, onChange } = props
  const handleChoice = (option: string): void => {
    const [columnId = ''] = option.split(' ')
    if (option === NUMBER) onChange({ value: 1 })
    else if (option === NESTED) onChange({ operator: 'add', left: value, right: { value: 1 } })
    else onChange({ columnId, aggregation: 'None' })
  }
  if ('operator' in value && depth === 0) return <Operation {...props} value={value} depth={depth} />
  return (
    <>
      <NativeSelect
        size="xs"
        label={label}
        value={optionOf(value)}
        data={expressionOptions(type, value, depth < MAX_DEPTH)}
        error={error}
        onChange={({ currentTarget }) => handleChoice(currentTarget.value)}
      />
      {'value' in value ? (
        <NumberInput
          size="xs"
          aria-label={`${label}: number`}
          value={value.value}
          min={-1e9}
          max={1e9}
          onChange={(number) => (typeof number === 'number' ? onChange({ value: number }) : undefined)}
        />
      ) : null}
      {'operator' in value ? (
        <fieldset className={classes.nested}>
          <legend className="visually-hidden">{label}</legend>
          <Operation {...props} value={value} depth={depth} error={null} />
        </fieldset>
      ) : null}
    </>
  )
}

type OperationExpression = Extract<ReportExpression, { operator: string }>

const Operation = ({
  type,
  value,
  depth = 0,
  error = null,
  onChange,
}: ExpressionFieldProps & { readonly value: OperationExpression }) => (
  <>
    <ExpressionField
      {...{ type }}
      label="First value"
      value={value.left}
      depth={depth + 1}
      onChange={(left) => onChange({ ...value, left })}
    />
    <NativeSelect
      size="xs"
      label="Operation"
      value={value.operator}
      data={CALCULATION_OPERATORS.map((operator) => ({ value: operator, label: OPERATOR_LABELS[operator] }))}
      onChange={({ currentTarget }) => {
        const operator = CALCULATION_OPERATORS.find((one) => one === currentTarget.value)
        if (operator !== undefined) onChange({ ...value, operator })
      }}
    />
    <ExpressionField
      {...{ type, error }}
      label="Second value"
      value={value.right}
      depth={depth + 1}
      onChange={(right) => onChange({ ...value, right })}
    />
  </>
)
