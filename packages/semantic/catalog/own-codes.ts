import { findCodeLabels } from '#domain/code-labels.ts'
import { type CodeList, formatCodeLabel } from '#domain/own-codes.ts'
import { dimension } from './build-column.ts'
import type { Dimension } from './column.ts'
import type { Field, Scope } from './formula.ts'

interface OwnCodeColumn {
  readonly list: CodeList
  readonly columnId: string
  readonly displayName: string
  readonly synonyms: string
  /** stored columns with the standard code and with what the source wrote */
  readonly code: string
  readonly raw: string
}

const COLUMNS: readonly OwnCodeColumn[] = [
  {
    list: 'channel',
    columnId: 'ownChannel',
    displayName: 'Custom channel',
    synonyms: 'own channel, our channel, custom channel, own sales channel',
    code: 'channel',
    raw: 'channel_raw',
  },
  {
    list: 'orderType',
    columnId: 'ownOrderType',
    displayName: 'Custom order type',
    synonyms: 'own order type, our order type, custom order type',
    code: 'order_type',
    raw: 'order_type_raw',
  },
  {
    list: 'fulfillmentStatus',
    columnId: 'ownFulfillmentStatus',
    displayName: 'Custom fulfillment status',
    synonyms: 'own fulfillment status, our fulfillment status, custom fulfillment status',
    code: 'fulfillment_status',
    raw: 'fulfillment_status_raw',
  },
  {
    list: 'itemKind',
    columnId: 'ownItemKind',
    displayName: 'Custom item type',
    synonyms: 'own item type, our item type, custom item type',
    code: 'item_kind',
    raw: 'category',
  },
]

/** Columns that show the account's own codes. */
export const OWN_CODE_COLUMNS = ['ownChannel', 'ownOrderType', 'ownFulfillmentStatus', 'ownItemKind'] as const

/** The list whose own codes a column shows; null: it shows none. */
export const ownCodeList = (columnId: string): CodeList | null =>
  COLUMNS.find((column) => column.columnId === columnId)?.list ?? null

const standardLabel = (list: CodeList, code: string): string => {
  const labels = Object.entries(findCodeLabels(list)).map(([one, label]) => `WHEN '${one}' THEN '${label}'`)
  return `CASE ${code} ${labels.join(' ')} ELSE ${code} END`
}

/** Label of the own code that the source's value belongs to, else of the standard code. */
const labelField =
  ({ list, code, raw }: OwnCodeColumn, of: (name: string) => Field): Field =>
  (scope: Scope) => {
    const own = scope.ownCodes.filter((one) => one.list === list && one.values.length > 0)
    const standard = standardLabel(list, of(code)(scope))
    if (own.length === 0) return standard
    const { foldCase } = scope.dialect
    const written = foldCase(of(raw)(scope))
    const branches = own.map(({ label, values }) => {
      const isValue = values.map((value) => `${written} = ${foldCase(scope.bind(value, 'text'))}`)
      return `WHEN ${isValue.join(' OR ')} THEN ${scope.bind(label, 'text')}`
    })
    const kept = list === 'itemKind' ? [`WHEN ${of(code)(scope)} = 'gift_card' THEN ${standard}`] : []
    return `CASE ${[...kept, ...branches].join(' ')} ELSE ${standard} END`
  }

/**
 * What is shown by the account's own lists: of an order, or of its goods. Values are labels. The standard columns count own codes as their
 * parents, so that both add up to the same totals.
 */
export const ownCodeDimensions = (part: 'order' | 'goods', of: (name: string) => Field): Dimension[] =>
  COLUMNS.filter(({ list }) => (list === 'itemKind') === (part === 'goods')).map((column) =>
    dimension(column.columnId, column.displayName, {
      synonyms: column.synonyms,
      description: `${column.displayName}, or the standard one if there is none`,
      field: labelField(column, of),
      parse: (value, scope) => formatCodeLabel(scope.ownCodes, column.list, String(value)),
    }),
  )
