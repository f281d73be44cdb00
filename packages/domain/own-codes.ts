import { findCodeLabels } from './code-labels.ts'
import { CHANNELS, FULFILLMENT_STATUSES, ITEM_KINDS, ORDER_TYPES } from './commerce.ts'

/** Lists of codes that an account can extend. Each is a column of the catalog. */
export const CODE_LISTS = ['channel', 'orderType', 'fulfillmentStatus', 'itemKind'] as const
export type CodeList = (typeof CODE_LISTS)[number]

/** The codes that an own code can belong to. Gift cards, which are no sales, are left as sources give them. */
const STANDARD_CODES = {
  channel: CHANNELS,
  orderType: ORDER_TYPES,
  fulfillmentStatus: FULFILLMENT_STATUSES,
  itemKind: ITEM_KINDS.filter((kind) => kind !== 'gift_card'),
} as const satisfies Record<CodeList, readonly string[]>

/** A channel, order type, fulfillment status or item type that an account has in addition to the standard ones. */
export interface OwnCode {
  /** identifies it in the API; never used again */
  readonly key: string
  readonly list: CodeList
  /** unique in its list in any case, and unlike the standard labels */
  readonly label: string
  /** earlier labels, which saved filters may still contain */
  readonly formerLabels: readonly string[]
  /** standard code that its records count as wherever only standard codes are known */
  readonly parent: string
  /**
   * values of sources that become this code, in any case; a value belongs to one code of the list. Those of item types are categories
   * of goods.
   */
  readonly values: readonly string[]
}

/** What sources write and the standard code that it becomes; one row for each value of a list. */
export interface CodeRules {
  /** higher with each change: older rules are not applied */
  readonly version: number
  readonly codes: readonly Pick<OwnCode, 'list' | 'values' | 'parent'>[]
}

/** Own codes that an account may have at one time. */
export const MAX_OWN_CODES = 100

/** Values that may become one code. */
export const MAX_CODE_VALUES = 100

const fold = (text: string): string => text.toLowerCase()

/** Whether two written values are the same in any case. */
export const isSameValue = (a: string, b: string): boolean => fold(a) === fold(b)

export const isStandardCode = (list: CodeList, code: string): boolean =>
  STANDARD_CODES[list].some((standard) => standard === code)

const standardLabel = (list: CodeList, text: string): string | undefined =>
  Object.entries(findCodeLabels(list)).find(([code, label]) => [code, fold(label)].includes(fold(text)))?.[1]

/** Whether a label is one of the standard ones, which an own code cannot have. */
export const isStandardLabel = (list: CodeList, label: string): boolean => standardLabel(list, label) !== undefined

/** The label that a filter means: of the own or standard code with this label, earlier label or code; else the text itself. */
export const formatCodeLabel = (codes: readonly OwnCode[], list: CodeList, text: string): string => {
  const ofList = codes.filter((code) => code.list === list)
  const own =
    ofList.find(({ label }) => fold(label) === fold(text)) ??
    ofList.find(({ formerLabels }) => formerLabels.some((label) => fold(label) === fold(text)))
  return own?.label ?? standardLabel(list, text) ?? text
}

/** Every label of a list: the account's own, then the standard ones. */
export const codeLabels = (codes: readonly OwnCode[], list: CodeList): string[] => [
  ...codes.filter((code) => code.list === list).map(({ label }) => label),
  ...Object.values(findCodeLabels(list)),
]

/** The own code of a value that a source wrote; null: none. */
export const findOwnCode = (codes: readonly OwnCode[], list: CodeList, value: string): OwnCode | null =>
  codes.find((code) => code.list === list && code.values.some((one) => isSameValue(one, value))) ?? null
