import type { Totals } from './book.ts'

/** How an odd file is imported and what must come out. */
export interface SideFile {
  readonly oddity: string
  readonly settings?: Readonly<Record<string, unknown>>
  /** of the account; USD if absent */
  readonly currency?: string
  readonly expected?: Totals
  /** the question that stops the import */
  readonly question?: string
  /** sentences about lines that were left out */
  readonly notes?: readonly string[]
  /** problems of rows, which were skipped */
  readonly problems?: readonly { readonly line: number; readonly message: string }[]
}

export interface OddFile extends SideFile {
  readonly name: string
  readonly content: string | Uint8Array
}

export const oddFile = (name: string, oddity: string, file: Omit<OddFile, 'name' | 'oddity'>): OddFile => ({
  name,
  oddity,
  ...file,
})
