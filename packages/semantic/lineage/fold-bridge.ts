import type { BridgePlan } from './bridge.ts'

/** A step from all records to the figure: `all`, then what is left out, then what is added or taken within the rest, then `figure`. */
interface BridgeStep {
  readonly kind: 'all' | 'minus' | 'adjust' | 'figure'
  /** empty for the first and the last step */
  readonly label: string
  readonly records: number
  /** of `records`; null where records cannot be refunds */
  readonly refunds: number | null
  /** null where there is none, as for records of other currencies */
  readonly amount: number | null
}

export interface Bridge {
  /** report type of the records */
  readonly reportType: string
  readonly steps: readonly BridgeStep[]
  /** whether the last step equals the expected number; null where it is neither a sum nor a count */
  readonly matches: boolean | null
  /** what the unrounded lines would add up to more; null where rounding changed nothing or lines have no prices */
  readonly rounding: number | null
}

interface StepRow {
  readonly step: number
  readonly records: number
  readonly refunds: number
  readonly value: number
  readonly adjustments: readonly { readonly sum: number; readonly records: number }[]
  readonly rounding: number
}

const parseRow = (row: readonly unknown[], adjustments: number): StepRow => {
  const [step = 0, records = 0, refunds = 0, value = 0, ...rest] = row.map(Number)
  return {
    step,
    records,
    refunds,
    value,
    adjustments: Array.from({ length: adjustments }, (_, index) => ({
      sum: rest[index * 2] ?? 0,
      records: rest[index * 2 + 1] ?? 0,
    })),
    rounding: rest[adjustments * 2] ?? 0,
  }
}

const EMPTY: Omit<StepRow, 'adjustments'> = { step: 0, records: 0, refunds: 0, value: 0, rounding: 0 }

const OTHER_CURRENCIES = 'Other currencies'

/** Differences that whole minor units cannot show. */
const NO_ROUNDING = 0.5

const TOLERANCE = 1e-9

const isClose = (left: number, right: number): boolean =>
  Math.abs(left - right) <= TOLERANCE * Math.max(1, Math.abs(left), Math.abs(right))

interface BridgeRows {
  readonly rows: readonly (readonly unknown[])[]
  readonly minorUnits: number
  /** the figure as the report shows it, or the first part of its ratio */
  readonly expected: number | null
}

const reaches = ({ hasAmounts, countsRecords }: BridgePlan, figure: BridgeStep, expected: number | null) => {
  if (!hasAmounts && !countsRecords) return null
  return isClose(hasAmounts ? (figure.amount ?? 0) : figure.records, expected ?? 0)
}

/** Builds the bridge from the statement's rows; amounts in major units. */
export const foldBridge = (plan: BridgePlan, { rows, minorUnits, expected }: BridgeRows): Bridge => {
  const units = plan.isMoney ? minorUnits : 1
  const steps = rows.map((row) => parseRow(row, plan.adjustments.length))
  const counted = steps.find(({ step }) => step === 0) ?? { ...EMPTY, adjustments: [] }
  const left = steps.filter(({ step }) => step > 0)
  const isForeign = ({ step }: StepRow) => plan.exclusions[step - 1] === OTHER_CURRENCIES
  const amount = (value: number) => (plan.hasAmounts ? value / units : null)
  const sum = (parts: readonly StepRow[], of: (part: StepRow) => number) =>
    parts.reduce((total, part) => total + of(part), 0)
  const refunds = (count: number) => (plan.hasRefunds ? count : null)
  const all: BridgeStep = {
    kind: 'all',
    label: '',
    records: sum(steps, (one) => one.records),
    refunds: refunds(sum(steps, (one) => one.refunds)),
    amount: left.some(isForeign) ? null : amount(sum(steps, (one) => one.value)),
  }
  const adjusted = counted.adjustments.map((one, index) => ({ ...one, label: plan.adjustments[index] ?? '' }))
  const figure: BridgeStep = {
    kind: 'figure',
    label: '',
    records: counted.records,
    refunds: refunds(counted.refunds),
    amount: amount(counted.value + adjusted.reduce((total, one) => total + one.sum, 0)),
  }
  return {
    reportType: plan.reportType,
    matches: reaches(plan, figure, expected),
    steps: [
      all,
      ...left.map(
        (one): BridgeStep => ({
          kind: 'minus',
          label: plan.exclusions[one.step - 1] ?? '',
          records: one.records,
          refunds: refunds(one.refunds),
          amount: isForeign(one) ? null : amount(one.value),
        }),
      ),
      ...adjusted
        .filter(({ records }) => records > 0)
        .map(
          ({ label, records, sum: value }): BridgeStep => ({
            kind: 'adjust',
            label,
            records,
            refunds: null,
            amount: amount(value),
          }),
        ),
      figure,
    ],
    rounding: Math.abs(counted.rounding) < NO_ROUNDING ? null : counted.rounding / units,
  }
}
