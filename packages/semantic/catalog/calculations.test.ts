import { expect, test } from 'vitest'
import type { CalculationKind, CalculationOperator } from '#domain/report-terms.ts'
import type { Expression } from '#semantic/query.ts'
import { calculatedMeasure } from './calculations.ts'
import { orders } from './orders.catalog.ts'

const AMOUNT: Expression = { columnId: 'netSales', aggregation: 'None' }
const COUNT: Expression = { columnId: 'orderCount', aggregation: 'None' }
const NUMBER: Expression = { columnId: 'unitsSold', aggregation: 'None' }
const PERCENT: Expression = { columnId: 'refundRate', aggregation: 'None' }
const TWO: Expression = { value: 2 }

const makeMeasure = (of: Expression, kind: CalculationKind = 'arithmetic') =>
  calculatedMeasure(orders, { columnId: 'own', displayName: 'Own', kind, of, direction: 'desc', along: null })

const operation = (left: Expression, operator: CalculationOperator, right: Expression): Expression => ({
  operator,
  left,
  right,
})

test.each([
  [AMOUNT, 'add', AMOUNT, 'currency'],
  [AMOUNT, 'subtract', TWO, 'currency'],
  [COUNT, 'subtract', COUNT, 'integer'],
  [COUNT, 'add', NUMBER, 'number'],
  [TWO, 'subtract', PERCENT, 'percent'],
  [AMOUNT, 'multiply', PERCENT, 'currency'],
  [TWO, 'multiply', AMOUNT, 'currency'],
  [COUNT, 'multiply', TWO, 'number'],
  [PERCENT, 'multiply', PERCENT, 'percent'],
  [AMOUNT, 'divide', COUNT, 'currency'],
  [AMOUNT, 'divide', AMOUNT, 'percent'],
  [COUNT, 'divide', COUNT, 'number'],
  [PERCENT, 'divide', TWO, 'percent'],
] as const)('the unit of %j %s %j is %s', (left, operator, right, type) => {
  expect(makeMeasure(operation(left, operator, right)).type).toBe(type)
})

test.each([
  [operation(AMOUNT, 'multiply', AMOUNT), 'Net sales (amount) and Net sales (amount) can’t be multiplied'],
  [operation(AMOUNT, 'add', COUNT), 'Net sales (amount) and Orders (count) can’t be added'],
  [operation(COUNT, 'subtract', PERCENT), 'can’t be subtracted'],
  [operation(COUNT, 'divide', AMOUNT), 'can’t be divided'],
  [operation(AMOUNT, 'divide', { value: 0 }), 'A calculation can’t divide by 0'],
  [operation(TWO, 'add', TWO), 'A calculated column needs a measure'],
  [{ columnId: 'channel', aggregation: 'None' } as const, 'must be grouped by'],
  [{ columnId: 'orderDate', aggregation: 'Max' } as const, 'can’t be calculated with'],
])('%j is refused', (of, message) => {
  expect(() => makeMeasure(of)).toThrow(message)
})

test.each([
  [AMOUNT, true],
  [operation(AMOUNT, 'divide', TWO), true],
  [operation(AMOUNT, 'divide', COUNT), false],
  [operation(AMOUNT, 'add', TWO), false],
])('only values that add up have a running total and a share of the total: %j %s', (of, isAdditive) => {
  for (const kind of ['runningTotal', 'shareOfTotal'] as const) {
    const compute = () => makeMeasure(of, kind).kind
    if (isAdditive) expect(compute()).toBe('measure')
    else expect(compute).toThrow('can’t be summed')
  }
})

test('is described by its measures', () => {
  const perOrder = operation(operation(AMOUNT, 'subtract', TWO), 'divide', COUNT)
  expect(makeMeasure(perOrder).description).toBe('(Net sales − 2) ÷ Orders')
})

test('needs a name that the report type does not have', () => {
  const taken = {
    columnId: 'NETSALES',
    displayName: 'Own',
    kind: 'arithmetic',
    of: COUNT,
    direction: 'desc',
    along: null,
  } as const
  expect(() => calculatedMeasure(orders, taken)).toThrow('already a column')
})
