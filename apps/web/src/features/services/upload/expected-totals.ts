import type { ImportSettingsInput } from '#contract/imports.ts'

export type ExpectedField = 'orders' | 'netSales' | 'total'

/** What a user types of their own system's totals. */
export type ExpectedTexts = Readonly<Record<ExpectedField, string>>

type Expected = NonNullable<ImportSettingsInput['expected']>

/** The number of a text such as `$9,747,747.93`; null if it is not one. */
export const parseAmount = (text: string): number | null => {
  const plain = text.replace(/[\s\p{Sc}]/gu, '').replace(/,(?=\d{3}(?!\d))/g, '')
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : null
}

/** Undefined when nothing usable was typed. */
export const parseExpectedTotals = (texts: ExpectedTexts): Expected | undefined => {
  const orders = parseAmount(texts.orders)
  const netSales = parseAmount(texts.netSales)
  const total = parseAmount(texts.total)
  const given = {
    ...(orders !== null && Number.isInteger(orders) && orders >= 0 ? { orders } : {}),
    ...(netSales === null ? {} : { netSales }),
    ...(total === null ? {} : { total }),
  }
  return Object.keys(given).length === 0 ? undefined : given
}
