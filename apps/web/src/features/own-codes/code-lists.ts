import { findCodeLabels } from '#domain/code-labels.ts'
import { type CodeList, isStandardCode } from '#domain/own-codes.ts'

interface ListNames {
  readonly title: string
  /** `New channel…` */
  readonly one: string
}

const NAMES: Readonly<Record<CodeList, ListNames>> = {
  channel: { title: 'Sales channels', one: 'channel' },
  orderType: { title: 'Order types', one: 'order type' },
  fulfillmentStatus: { title: 'Fulfillment statuses', one: 'fulfillment status' },
  itemKind: { title: 'Item types', one: 'item type' },
}

export const listNames = (list: CodeList): ListNames => NAMES[list]

/** Whether the written values of a file’s field have own codes. Item types have those of categories. */
export const isCodeField = (name: string): name is CodeList => name !== 'itemKind' && Object.hasOwn(NAMES, name)

export const parentLabel = (list: CodeList, parent: string): string => findCodeLabels(list)[parent] ?? parent

/** The standard codes that an own code can count as. */
export const parentOptions = (list: CodeList) =>
  Object.entries(findCodeLabels(list)).flatMap(([value, label]) =>
    isStandardCode(list, value) ? [{ value, label }] : [],
  )
