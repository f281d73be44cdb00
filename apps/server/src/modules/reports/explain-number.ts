import type { Passport } from '#contract/reports.ts'
import { findColumn } from '#semantic/catalog/catalog.ts'
import { leavesOf } from '#semantic/catalog/formula.ts'
import type { ReportType } from '#semantic/catalog/report-type.ts'
import { typeOf } from '#semantic/compiler/compilation.ts'
import type { Definitions } from '#semantic/definitions/definitions.ts'
import { type CellFormula, formulaOf } from '#semantic/lineage/drill.ts'
import type { AnalyticsSettings } from '#server/modules/analytics/analytics-settings.ts'
import type { QuerySession } from '#server/modules/analytics/query-session.ts'
import { definitionInWords } from './formula-words.ts'
import type { AnsweredNumber } from './number.ts'
import { passportFilters } from './passport-filters.ts'

/** What of a passport depends on the rows alone, so that it can be kept. */
export type KeptPassport = Omit<Passport, 'asOf'>

/** Made of orders: records that are some, records of a fact, or a customer's worth, which is money of orders too. */
const isSaleOf = ({ channelColumn, facts }: ReportType, { column, formula }: CellFormula): boolean =>
  channelColumn !== null ||
  (facts !== undefined && column.type === 'currency') ||
  leavesOf(formula).some((leaf) => (leaf.kind === 'coarser' ? leaf.of : leaf).fact !== undefined)

const describeMeasure = ({ query, cell }: AnsweredNumber, definitions: Definitions) => {
  const type = typeOf(query)
  const measure = formulaOf(query, cell)
  return {
    definition: definitionInWords({ type, column: measure.column, definitions }, cell.aggregation),
    rangeOf: query.range && (findColumn(type, query.range.columnId)?.displayName ?? null),
    isSale: isSaleOf(type, measure),
  }
}

/** The passport of a number, its proof made at the session's data. */
export const explainNumber = async (
  session: QuerySession,
  settings: AnalyticsSettings,
  number: AnsweredNumber,
): Promise<KeptPassport> => {
  const { query, cell, label, format, range } = number
  const { definition, rangeOf, isSale } = describeMeasure(number, settings.definitions)
  const { formula, proof } = await session.proof(query, cell)
  return {
    label,
    definition,
    format,
    value: proof.cell,
    formula: {
      operator: formula.operator,
      parts: formula.parts.map(({ name, format }, place) => ({ name, format, value: proof.parts[place]?.sum ?? null })),
    },
    filters: passportFilters(query, cell),
    range,
    rangeOf,
    clubOrders: isSale ? (query.withoutClubOrders ? 'left out' : 'included') : null,
    timeZone: settings.timeZone,
    currency: settings.currency,
    definitionVersion: settings.definitionsVersion,
    proof: { ...proof, parts: [...proof.parts] },
  }
}
