import { lookupTable } from './lookup-table.ts'
/** Signs in amounts and the currencies they can stand for; the codes stand for themselves. */
export const CURRENCY_SIGNS: Readonly<Record<string, readonly string[]>> = lookupTable({
  $: ['USD', 'CAD', 'AUD', 'NZD', 'HKD', 'SGD', 'MXN', 'ARS', 'CLP', 'COP', 'TWD'],
  US$: ['USD'],
  CA$: ['CAD'],
  C$: ['CAD'],
  AU$: ['AUD'],
  A$: ['AUD'],
  NZ$: ['NZD'],
  HK$: ['HKD'],
  MX$: ['MXN'],
  S$: ['SGD'],
  R$: ['BRL'],
  '€': ['EUR'],
  '£': ['GBP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  '₹': ['INR'],
  '₩': ['KRW'],
  '₽': ['RUB'],
  '₺': ['TRY'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₱': ['PHP'],
  zł: ['PLN'],
  Kč: ['CZK'],
  Ft: ['HUF'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  'Fr.': ['CHF'],
  'SFr.': ['CHF'],
  R: ['ZAR'],
})

const CODES =
  'USD|EUR|GBP|JPY|CNY|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|BGN|TRY|INR|ZAR|BRL|MXN|ARS|CLP|HKD|SGD|KRW|THB|ILS|AED|RUB|UAH|GEL|MDL|PHP|TWD|VND'

const escaped = (text: string): string => text.replace(/[.$]/g, String.raw`\$&`)

// Longer signs first; `R` must not be a part of `CR`.
const SIGNS = Object.keys(CURRENCY_SIGNS)
  .filter((sign) => sign !== 'R')
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')

/** What is written for no money, in any case. In the syntax that JavaScript and RE2 share. */
export const NO_MONEY_PATTERN = '[-−–—]|exempt|none|nil|free'

/** Patterns in the syntax that JavaScript and RE2 share: a currency code, and a sign, anywhere in an amount. */
export const CURRENCY_CODE_PATTERN = String.raw`\b(?:${CODES})`
export const CURRENCY_SIGN_PATTERN = String.raw`(?:${SIGNS}|\bR\b)`

const CODE = new RegExp(CURRENCY_CODE_PATTERN)
const SIGN = new RegExp(CURRENCY_SIGN_PATTERN)

/** The code or sign written in an amount, if it cannot be `currency`. */
export const foreignMark = (text: string, currency: string): string | null => {
  if (!/\d/.test(text)) return null
  const code = CODE.exec(text)?.[0]
  if (code !== undefined) return code === currency ? null : code
  const sign = SIGN.exec(text)?.[0]
  return sign === undefined || CURRENCY_SIGNS[sign]?.includes(currency) ? null : sign
}

/** An amount without currency code or sign. */
export const withoutCurrency = (text: string): string =>
  text.replace(new RegExp(CURRENCY_CODE_PATTERN, 'g'), ' ').replace(new RegExp(CURRENCY_SIGN_PATTERN, 'g'), ' ')
