import { money, ofMany, ratio, readValues, where } from '../columns.ts'
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

const sumField = (records: readonly ReferenceRecord[], name: string, counts: string): number =>
  exactSum(readValues(where(records, counts), name))

/** `counts`: fact that is true of the records that count as sales. */
export const costMeasures = (counts: string): Record<string, ReferenceMeasure> => ({
  costOfGoods: money('costOfGoods', counts),
  grossProfit: money('grossProfit', counts),
  grossMargin: ofMany('percent', (records) =>
    ratio(sumField(records, 'grossProfit', counts), sumField(records, 'costed', counts)),
  ),
  costCoverage: ofMany('percent', (records) => {
    const costed = sumField(records, 'costed', counts)
    return ratio(costed, costed + sumField(records, 'uncosted', counts))
  }),
})
