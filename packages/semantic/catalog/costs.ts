import { buildCountedMeasure, buildMeasure } from './build-column.ts'
import type { Measure } from './column.ts'
import { factMeasure, formulaOfFact } from './fact-columns.ts'
import type { Aggregate, BridgeValue, Field, Ratio } from './formula.ts'

/** Measures that say nothing about sales without a known cost. */
export const COST_MEASURES: readonly string[] = ['costOfGoods', 'grossProfit', 'grossMargin']

/** What the measures of cost need from the records that they sum; amounts in minor units. */
interface CostSource {
  /** records that count as sales */
  readonly isSale: Field
  /** null where no cost is known */
  readonly cost: Field
  /** the part of the record's net sales for which a cost is known, and the other part; 0 where there is none */
  readonly costedSales: Field
  readonly uncostedSales: Field
  /** how a bridge values a record, before anything is left out */
  readonly goods: { readonly amount: Field; readonly cost: Field; readonly uncosted: Field; readonly giftCards?: Field }
}

type Share = Ratio & { readonly numerator: Aggregate; readonly denominator: Aggregate }

/**
 * Gross profit is net sales less the cost of the goods sold, and gross margin its share of net sales. Sales without a known cost are
 * in neither part: with a cost of 0 they would count as all profit. `coverage` says how much of net sales has one.
 */
const formulasOf = ({ isSale, cost, costedSales, uncostedSales }: CostSource) => {
  const sum = (of: Field): Aggregate => ({ kind: 'sum', of, where: isSale })
  const recordProfit: Field = (scope) =>
    `CASE WHEN ${cost(scope)} IS NOT NULL THEN ${costedSales(scope)} - ${cost(scope)} END`
  const profit = sum(recordProfit)
  const costed = sum(costedSales)
  const margin: Share = {
    kind: 'ratio',
    numerator: profit,
    denominator: costed,
    names: ['Gross profit', 'Net sales with a known cost'],
    money: [true, true],
  }
  const coverage: Share = {
    kind: 'ratio',
    numerator: costed,
    denominator: sum((scope) => `(${costedSales(scope)} + ${uncostedSales(scope)})`),
    names: ['Net sales with a known cost', 'Net sales of goods'],
    money: [true, true],
  }
  return { recordProfit, cost: sum(cost), profit, margin, coverage }
}

const taken =
  (value: Field): Field =>
  (scope) =>
    `(- ${value(scope)})`

const bridgesOf = ({ goods }: CostSource): { readonly profit: BridgeValue; readonly coverage: BridgeValue } => {
  const { amount, cost, uncosted, giftCards } = goods
  const left = [
    ...(giftCards ? [{ label: 'Gift cards on these orders', value: taken(giftCards) }] : []),
    { label: 'Lines without a cost', value: taken(uncosted) },
  ]
  const adjustments = () => left
  return {
    profit: { value: (scope) => `(${amount(scope)} - COALESCE(${cost(scope)}, 0))`, adjustments },
    coverage: { value: amount, adjustments },
  }
}

interface CostText {
  /** what stands before the name of a measure that covers fewer sales than the one of orders, such as `Product` */
  readonly of?: string
}

const prefixedName = ({ of }: CostText, name: string): string =>
  of === undefined ? name : `${of} ${name.toLowerCase()}`

const described = (text: CostText) =>
  ({
    costOfGoods: {
      columnId: 'costOfGoods',
      displayName: prefixedName(text, 'Cost of goods sold'),
      type: 'currency',
      description:
        'Cost of goods on paid orders, from the order line if the source gives it, otherwise the product’s cost at import. Returns are negative. Lines without a cost aren’t included',
      goodDirection: 'neutral',
    },
    grossProfit: {
      columnId: 'grossProfit',
      displayName: prefixedName(text, 'Gross profit'),
      type: 'currency',
      description:
        'Net sales of goods with a known cost − cost of goods sold; paid orders, refunds are negative, gift cards, tax, and shipping are excluded',
    },
    grossMargin: {
      columnId: 'grossMargin',
      displayName: prefixedName(text, 'Gross margin'),
      type: 'percent',
      description: 'Gross profit ÷ net sales of goods with a known cost; blank without a known cost',
    },
    costCoverage: {
      columnId: 'costCoverage',
      displayName: prefixedName(text, 'Cost coverage'),
      type: 'percent',
      description:
        'Share of the net sales of goods whose lines have a known cost, which cost, profit, and margin cover',
      goodDirection: 'neutral',
    },
  }) as const

const SYNONYMS = {
  costOfGoods: `
    cogs, cost of goods, cost of goods sold, cost of sales, costs, cost, product cost, product costs, goods cost,
    cost of wine, total cost, goods costs`,
  grossProfit: `
    gross profit, profit, profits, gross income, contribution, gross profit dollars, margin dollars, earned profit, gross profits, profitable, money we keep`,
  grossMargin: `
    gross margin, margin, margins, gross margin percentage, gross margin percent, profit margin, gross profit margin,
    margin percentage, profitability, gm, gm%, gp%, margin %, markup, gross margins, profit margins`,
  costCoverage: 'cost coverage, share of sales with a cost, coverage of costs',
} as const

/** Measures of cost, gross profit and gross margin, for records that are orders or lines of them. */
export const costMeasures = (source: CostSource): Measure[] => {
  const { recordProfit, cost, profit, margin, coverage } = formulasOf(source)
  const bridges = bridgesOf(source)
  const text = described({})
  return [
    buildCountedMeasure(source.isSale, {
      ...text.costOfGoods,
      synonyms: SYNONYMS.costOfGoods,
      record: source.cost,
      formula: cost,
    }),
    buildCountedMeasure(source.isSale, {
      ...text.grossProfit,
      synonyms: SYNONYMS.grossProfit,
      record: recordProfit,
      formula: profit,
      bridge: bridges.profit,
    }),
    buildMeasure({ ...text.grossMargin, synonyms: SYNONYMS.grossMargin, formula: margin, bridge: bridges.profit }),
    buildMeasure({
      ...text.costCoverage,
      synonyms: SYNONYMS.costCoverage,
      formula: coverage,
      bridge: bridges.coverage,
    }),
  ]
}

/** The same over the orders or lines of each record. */
export const buildCostMeasures = (fact: string, of: string, source: CostSource): Measure[] => {
  const { cost, profit, margin, coverage } = formulasOf(source)
  const text = described({ of })
  return [
    { ...text.costOfGoods, formula: cost },
    { ...text.grossProfit, formula: profit },
    { ...text.grossMargin, formula: margin },
    { ...text.costCoverage, formula: coverage },
  ].map((options) => factMeasure({ ...options, fact, formula: formulaOfFact(options.formula, fact) }))
}
