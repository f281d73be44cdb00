import { findCodeLabels } from '#domain/code-labels.ts'
import type { CodeList } from '#domain/own-codes.ts'

interface ListNames {
  readonly title: string
  /** `New channel…` */
  readonly one: string
}

const NAMES: Readonly<Record<CodeList, ListNames>> = {
  channel: { title: 'Sales channels', one: 'channel' },
  orderType: { title: 'Order types', one: 'order type' },
  fulfillmentStatus: { title: 'Fulfillment statuses', one: 'fulfillment status' },
}

export const listNames = (list: CodeList): ListNames => NAMES[list]

export const isCodeList = (name: string): name is CodeList => Object.hasOwn(NAMES, name)

export const parentLabel = (list: CodeList, parent: string): string => findCodeLabels(list)[parent] ?? parent

/** The standard codes that an own code can count as. */
export const parentOptions = (list: CodeList) =>
  Object.entries(findCodeLabels(list)).map(([value, label]) => ({ value, label }))
