import { money, ofMany, ratio, valuesOf, where } from '../columns.ts'
import type { Costs } from '../costs.ts'
import type { ReferenceMeasure, ReferenceRecord } from '../report-type.ts'
import { exactSum, type Value } from '../value.ts'

/** Values of a record; `costed` and `uncosted` serve the measures of many records. */
export const costValues = ({ cost, costed, uncosted }: Costs): Record<string, Value> => ({
  costOfGoods: cost,
  grossProfit: cost === null ? null : costed - cost,
  costed,
  uncosted,
})

const sumOf = (records: readonly ReferenceRecord[], name: string, counts: string): number =>
  exactSum(valuesOf(where(records, counts), name))

/** `counts`: fact that is true of the records that count as sales. */
export const costMeasures = (counts: string): Record<string, ReferenceMeasure> => ({
  costOfGoods: money('costOfGoods', counts),
  grossProfit: money('grossProfit', counts),
  grossMargin: ofMany('percent', (records) =>
    ratio(sumOf(records, 'grossProfit', counts), sumOf(records, 'costed', counts)),
  ),
  costCoverage: ofMany('percent', (records) => {
    const costed = sumOf(records, 'costed', counts)
    return ratio(costed, costed + sumOf(records, 'uncosted', counts))
  }),
})
