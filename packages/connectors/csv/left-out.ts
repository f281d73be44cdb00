import { shownValue } from './file-problem.ts'
import { isFooter, totalLabel } from './total-row.ts'

const MAX_NAMED = 20

/** Lines of a file that are no records, to be named once it was read. */
export class LeftOut {
  /** sentences */
  readonly remarks: string[] = []
  /** rows that end before the last column, as Excel writes them where the last cells are blank */
  shortRows = 0
  readonly #totals: string[] = []
  #totalRows = 0
  #headers = 0

  /** Whether the row is one of totals or a remark. */
  takes(values: readonly string[], line: number): boolean {
    const label = totalLabel(values)
    if (label !== null) {
      this.#totalRows++
      if (this.#totals.length < MAX_NAMED)
        this.#totals.push(`Line ${line} has totals (${shownValue(label)}) and isn’t imported`)
    } else if (isFooter(values)) {
      if (this.remarks.length < MAX_NAMED) this.remarks.push(`Line ${line} is a note and isn’t imported`)
    } else return false
    return true
  }

  /** Whether the row is the header again. */
  takesHeader(row: Uint8Array, header: Uint8Array): boolean {
    if (row.length !== header.length || row[0] !== header[0] || Buffer.compare(row, header) !== 0) return false
    this.#headers++
    return true
  }

  notes(): string[] {
    const more = this.#totalRows - this.#totals.length
    const short = this.shortRows === 1 ? '1 row ends' : `${this.shortRows} rows end`
    return [
      ...[...this.remarks, ...this.#totals],
      ...(more > 0 ? [`${more} more lines of totals aren’t imported`] : []),
      ...(this.shortRows > 0 ? [`${short} before the last column; the missing cells are blank`] : []),
      ...(this.#headers > 0
        ? [`The header is repeated ${this.#headers === 1 ? 'once' : `${this.#headers} times`}`]
        : []),
    ]
  }
}
