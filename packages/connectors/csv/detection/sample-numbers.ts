import { withoutCurrency } from '#domain/money-text.ts'
import { styleEvidence } from '../number-style.ts'
import type { FileHead } from './column-profile.ts'

/** The sizes of a column's numbers in the sample, without their signs; null where a cell has no digits. */
export const numbersOf = (file: FileHead, column: string): (number | null)[] => {
  const index = file.columns.indexOf(column)
  const texts = file.sample.map((row) => row[index] ?? '')
  const hasComma = styleEvidence(texts).comma !== null && styleEvidence(texts).point === null
  return texts.map((text) => {
    const plain = withoutCurrency(text).replaceAll(/[^\d.,]/g, '')
    const digits = hasComma ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
    return digits === '' ? null : Number(digits)
  })
}
