import type { FileKindName } from '../mapping.ts'
import type { Fill } from './column-values.fixture.ts'

export interface OddFile {
  readonly name: string
  /** null: none of the kinds, or a choice of several that only a person can make */
  readonly kind: FileKindName | null
  readonly columns: Readonly<Record<string, Fill>>
  /** default 40 */
  readonly rows?: number
}
