import { findCodeLabels } from '#domain/code-labels.ts'
import type { CodeList, OwnCode } from '#domain/own-codes.ts'
import { ignoreCase, orNull, type Value } from './value.ts'
import type { ReferenceSettings } from './winery.ts'

const makeOwnCode = (list: CodeList, label: string, parent: string, ...values: string[]): OwnCode => ({
  key: label,
  list,
  label,
  formerLabels: [],
  parent,
  values,
})

/** Own codes of generated wineries: values in several alphabets and cases, one without a value, and a value of two lists. */
export const OWN_CODES: readonly OwnCode[] = [
  makeOwnCode('channel', 'Newsletter', 'web', 'newsletter', "O'Neil"),
  makeOwnCode('channel', "Train & 'Tram'", 'event', 'Wine Train', 'ΣΊΣΥΦΟΣ'),
  makeOwnCode('channel', 'Barrels', 'wholesale'),
  makeOwnCode('orderType', 'Newsletter gift', 'no_charge', 'NEWSLETTER'),
  makeOwnCode('fulfillmentStatus', 'At the dock 🍷', 'partial', '🍷'),
  makeOwnCode('itemKind', 'Cellar', 'other', 'WINE', 'Grappa'),
]

/** What sources of generated wineries write. */
export const WRITTEN_CODES: readonly (string | null)[] = [
  null,
  '',
  'Newsletter',
  'NEWSLETTER',
  'newsletter ',
  'Wine Train',
  'Σίσυφος',
  "o'neil",
  '🍷',
  'Web',
]

/** The label of the account's code for what the source wrote, else of the standard code. */
export const codeLabel = (
  list: CodeList,
  code: string | null | undefined,
  written: string | null | undefined,
  { ownCodes = [] }: ReferenceSettings,
): Value => {
  for (const one of ownCodes) {
    const isWritten = one.values.some((value) => ignoreCase(value) === ignoreCase(written ?? ''))
    if (one.list === list && isWritten && code !== 'gift_card') return one.label
  }
  return orNull(code && (findCodeLabels(list)[code] ?? code))
}
