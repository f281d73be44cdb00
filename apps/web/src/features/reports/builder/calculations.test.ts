import { describe, expect, test } from 'vitest'
import type { ReportExpression } from '#contract/report-definition.ts'
import {
  type Calculation,
  calculationName,
  changedCalculation,
  expressionProblem,
  newCalculation,
  withCalculations,
} from './calculations.ts'
import { ORDERS } from './orders-type.fixture.ts'
import { emptyDraft, findColumn } from './report-draft.ts'

const measure = (columnId: string): ReportExpression => ({ columnId, aggregation: 'None' })
const NET = measure('netSales')
const product: ReportExpression = { operator: 'multiply', left: NET, right: measure('averageOrder') }

const calculation = (change: Partial<Calculation>): Calculation => ({
  columnId: 'calculation1',
  displayName: 'Mine',
  kind: 'arithmetic',
  of: NET,
  direction: 'desc',
  along: null,
  ...change,
})

test('a new calculation is over the measures shown, under an ID that is free', () => {
  const draft = { ...emptyDraft(ORDERS), calculations: [calculation({ columnId: 'calculation2' })] }
  expect(newCalculation(ORDERS, 'rank', draft)).toMatchObject({ columnId: 'calculation3', kind: 'rank', of: NET })
  expect(newCalculation({ ...ORDERS, columns: [] }, 'rank', draft)).toBeNull()
})

describe('what cannot be calculated is named', () => {
  test.each([
    ['two amounts multiplied', { of: product }, 'netSales (amount) and averageOrder (amount) can’t be'],
    ['a share of averages', { kind: 'shareOfTotal', of: measure('averageOrder') }, 'averageOrder can’t be summed'],
    ['a measure that is gone', { of: measure('gone') }, 'Choose a measure'],
  ] as const)('%s', (_name, change, message) => {
    expect(expressionProblem(ORDERS, calculation(change))).toContain(message)
  })

  test('and nothing else is', () => {
    const divided: ReportExpression = { operator: 'divide', left: NET, right: measure('averageOrder') }
    expect(expressionProblem(ORDERS, calculation({ of: divided }))).toBeNull()
    expect(expressionProblem(ORDERS, calculation({ kind: 'runningTotal' }))).toBeNull()
    expect(expressionProblem(ORDERS, calculation({ kind: 'rank', of: measure('averageOrder') }))).toBeNull()
  })
})

test('a name follows its calculation until it is changed', () => {
  const given = calculation({ displayName: calculationName(ORDERS, { kind: 'arithmetic', of: NET }) })
  expect(changedCalculation(ORDERS, given, { kind: 'rank' }).displayName).toBe('Rank by netSales')
  expect(changedCalculation(ORDERS, calculation({}), { kind: 'rank' }).displayName).toBe('Mine')
})

test('calculations are measures of the type, in the format of their unit', () => {
  const ratio: ReportExpression = { operator: 'divide', left: NET, right: measure('averageOrder') }
  const type = withCalculations(ORDERS, [calculation({ of: ratio }), calculation({ columnId: 'other', kind: 'rank' })])
  expect(findColumn(type, 'calculation1')).toMatchObject({ kind: 'measure', format: 'percent', displayName: 'Mine' })
  expect(findColumn(type, 'other')).toMatchObject({ kind: 'measure', format: 'integer' })
})
